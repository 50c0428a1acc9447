import { useEffect, useRef, useState } from 'react'
import { openDialogOf, readDraft, removeDraft, writeDraft } from '../forms/form-draft.ts'
import { isSignedIn } from '../session/session.ts'

/**
 * Which dialog a screen has open. If the session ends under it, it is open again after the same user has
 * signed in, with the text that its form kept as a draft.
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
  // Leaving the screen closes it, unless the way leads to the sign-in.
  useEffect(
    () => () => {
      if (isSignedIn()) removeDraft(name)
    },
    [name],
  )
  return [open, set] as const
}
