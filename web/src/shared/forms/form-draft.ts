import { readStoredJson, writeStored } from '../browser/stored.ts'

/**
 * Drafts store typed text in this tab, in case the user has to sign in again. Forms with a password
 * have no draft.
 */
const keyOf = (name: string) => `strand.draft.${name}`

export const readDraft = (name: string): Record<string, unknown> => {
  const kept = readStoredJson('session', keyOf(name))
  return typeof kept === 'object' && kept !== null ? { ...kept } : {}
}

export const writeDraft = (name: string, values: Record<string, unknown>): void =>
  writeStored('session', keyOf(name), JSON.stringify(values))

export const removeDraft = (name: string): void => writeStored('session', keyOf(name), null)

const removeDraftsBeginning = (name: string): void => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(keyOf(name))) sessionStorage.removeItem(key)
}

export const openDialogOf = (screen: string) => `dialog.${screen}`

/**
 * Call this once the server has accepted a form, so that a reload restores neither the form's
 * dialog nor its text.
 */
export const forgetSentForm = (draft: string): void => {
  removeDraft(draft)
  try {
    removeDraftsBeginning(openDialogOf(''))
  } catch {}
}

const ownerKey = 'strand.drafts-of'

/** Deletes the drafts if they belong to another user, so that nobody finds another user's text. */
export const scopeDraftsToUser = (userName: string): void => {
  try {
    if (sessionStorage.getItem(ownerKey) === userName) return
    removeDraftsBeginning('')
    sessionStorage.setItem(ownerKey, userName)
  } catch {}
}
