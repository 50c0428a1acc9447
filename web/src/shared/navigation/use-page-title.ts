import { useEffect } from 'react'

/** The shop's name from the served page; undefined on a development server. */
const shopName = document.querySelector('meta[property="og:site_name"]')?.getAttribute('content')

export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = shopName ? `${title} · ${shopName}` : title
  }, [title])
}
