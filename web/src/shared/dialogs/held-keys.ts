import { useLayoutEffect } from 'react'
import { keyTargetOf } from '../browser/key-target.ts'

/**
 * While a dialog opens, ignores letters, the space bar and Enter. The user may already be typing
 * for the dialog, and on the screen behind it, these keys are shortcuts; `a`, for example, approves
 * a payment. Escape already closes the dialog.
 */
export const useHeldKeys = (isOpening: boolean, close?: () => void): void => {
  // In a layout effect, so that no key gets through between two renders.
  useLayoutEffect(() => {
    if (!isOpening) return
    const hold = (event: KeyboardEvent) => {
      const isTyped = event.key.length === 1 || event.key === 'Enter'
      const closes = event.key === 'Escape' && close !== undefined
      if (!(isTyped || closes) || event.ctrlKey || event.metaKey || event.altKey) return
      if (keyTargetOf(event).isInDialog) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (closes) close()
    }
    window.addEventListener('keydown', hold, true)
    return () => window.removeEventListener('keydown', hold, true)
  }, [isOpening, close])
}
