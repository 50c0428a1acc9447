import { useEffect } from 'react'

/** The name of the shop that served the page; undefined on a development server. */
const shopName = document.querySelector('meta[property="og:site_name"]')?.getAttribute('content')

/** Sets the browser tab's title to the screen's title and the shop's name. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = shopName ? `${title} · ${shopName}` : title
  }, [title])
}
