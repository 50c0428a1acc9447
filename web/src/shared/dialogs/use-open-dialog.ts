import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { openDialogOf, readDraft, removeDraft, writeDraft } from '../forms/form-draft.ts'
import { isSignedIn } from '../session/session.ts'

const keptDialog = <Open>(name: string): Open | null => {
  const kept = readDraft(name)
  return 'kind' in kept ? (kept as Open) : null
}

/**
 * The dialog that is open on a screen. If the session ends, the dialog opens again, with its draft,
 * once the same user has signed in again and is on the same tab of the list.
 */
export const useOpenDialog = <Open extends Record<string, unknown>>(screen: string) => {
  const tab = useSearchParams()[0].get('tab') ?? ''
  const name = openDialogOf(`${screen}.${tab}`)
  const [shown, setShown] = useState(() => ({ name, open: keptDialog<Open>(name) }))
  if (shown.name !== name) setShown({ name, open: keptDialog<Open>(name) })
  const set = (next: Open | null) => {
    setShown({ name, open: next })
    if (next) writeDraft(name, next)
    else removeDraft(name)
  }
  // Leaving the screen closes the dialog, unless the user leaves it to sign in again.
  useEffect(
    () => () => {
      if (isSignedIn()) removeDraft(name)
    },
    [name],
  )
  return [shown.open, set] as const
}
