import { useEffect, useRef, useState } from 'react'
import { openDialogOf, readDraft, removeDraft, writeDraft } from '../forms/form-draft.ts'
import { isSignedIn } from '../session/session.ts'

/**
 * Remembers which dialog a screen has open. If the session ends meanwhile, the dialog is open again after the
 * same user has signed in, with its form's draft.
 */
export const useOpenDialog = <Open extends Record<string, unknown>>(screen: string) => {
  const name = openDialogOf(screen)
  const [open, setOpen] = useState<Open | null>(() => {
    const kept = readDraft(name)
    return 'kind' in kept ? (kept as Open) : null
  })
  const kept = useRef(open)
  const set = (next: Open | null) => {
    kept.current = next
    setOpen(next)
    if (next) writeDraft(name, next)
    else removeDraft(name)
  }
  // Leaving the screen closes it, except on the way to the sign-in.
  useEffect(
    () => () => {
      if (isSignedIn()) removeDraft(name)
    },
    [name],
  )
  return [open, set] as const
}
