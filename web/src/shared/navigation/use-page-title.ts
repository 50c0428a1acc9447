import { useEffect } from 'react'

/** The shop that the page was served for; a development server knows none. */
const shopName = document.querySelector('meta[property="og:site_name"]')?.getAttribute('content')

/** Sets the title of the browser tab to that of the screen, and the shop. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = shopName ? `${title} · ${shopName}` : title
  }, [title])
}
