import { type RefObject, useEffect } from 'react'
import { focusFirst } from '../forms/focus-first.ts'

/**
 * Moves the focus if the focused element disappears from a dialog, for example because a form
 * replaces a button. The focus goes to the element that `focusFirst` chooses or, if there is none,
 * to the title.
 */
export const useLostFocus = (content: RefObject<HTMLElement | null>, isShown: boolean): void => {
  useEffect(() => {
    const box = content.current
    if (!isShown || !box) return
    let last = document.activeElement
    const remember = ({ target }: FocusEvent) => {
      last = target as Element
    }
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || last?.isConnected) return
      if (!focusFirst(box))
        box.closest('.modal')?.querySelector<HTMLElement>('.p-dialog-title')?.focus()
    })
    box.addEventListener('focusin', remember)
    observer.observe(box, { childList: true, subtree: true })
    return () => {
      box.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [content, isShown])
}
