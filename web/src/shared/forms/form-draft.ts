import { readStoredJson, writeStored } from '../browser/stored.ts'

/**
 * Keeps what a user typed in this tab while they have to sign in again. It never contains a
 * password, because forms with a password have no draft.
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

/** The name of the draft that says which dialog a screen has open. */
export const openDialogOf = (screen: string) => `dialog.${screen}`

/** Called once the shop has accepted a form, so that a reload restores neither its dialog nor its text. */
export const forgetSentForm = (draft: string): void => {
  removeDraft(draft)
  try {
    removeDraftsBeginning(openDialogOf(''))
  } catch {
    // Without storage, there is no draft to remove.
  }
}

const ownerKey = 'strand.drafts-of'

/** Drafts are kept for the user who wrote them: another user who signs in here gets none. */
export const scopeDraftsToUser = (userName: string): void => {
  try {
    if (sessionStorage.getItem(ownerKey) === userName) return
    removeDraftsBeginning('')
    sessionStorage.setItem(ownerKey, userName)
  } catch {
    // Without storage, there is no draft to remove.
  }
}
