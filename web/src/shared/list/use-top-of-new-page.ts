import { type RefObject, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * Scrolls to the first row of a new page, because the links to other pages are below the rows.
 * After Back, the browser restores the scroll position itself.
 *
 * @param hasArrived false while the rows of the previous page are still shown
 * @returns the ref for the list's element
 */
export const useTopOfNewPage = (
  page: number,
  hasArrived: boolean,
): RefObject<HTMLDivElement | null> => {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  const going = useNavigationType()
  useEffect(() => {
    if (!hasArrived || shown.current === page) return
    shown.current = page
    const isAbove = (list.current?.getBoundingClientRect().top ?? 0) < 0
    if (going === 'PUSH' && isAbove) list.current?.scrollIntoView()
  }, [page, hasArrived, going])
  return list
}
