import { useEffect } from 'react'

/** Sets the title of the browser tab to that of the screen. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title
  }, [title])
}
