import { useEffect } from 'react'

/** The name of the shop that served the page; a development server has none. */
const shopName = document.querySelector('meta[property="og:site_name"]')?.getAttribute('content')

/** Sets the browser tab's title to the screen's and the shop's. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = shopName ? `${title} · ${shopName}` : title
  }, [title])
}
