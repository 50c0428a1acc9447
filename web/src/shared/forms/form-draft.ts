/**
 * What a user typed, kept in this tab while they have to sign in again. Never a password: a form
 * that contains one names no draft.
 */
const keyOf = (name: string) => `strand.draft.${name}`

export const readDraft = (name: string): Record<string, unknown> => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

export const writeDraft = (name: string, values: Record<string, unknown>): void => {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(values))
  } catch {
    // A full or forbidden storage costs only the draft.
  }
}

export const removeDraft = (name: string): void => {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // As above.
  }
}

const removeDraftsBeginning = (name: string): void => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(keyOf(name))) sessionStorage.removeItem(key)
}

/** The drafts that say which dialog a screen has open. */
export const openDialogOf = (screen: string) => `dialog.${screen}`

/** Once the shop has taken what a form sent, a reload opens neither the form's dialog nor its text again. */
export const forgetSentForm = (draft: string): void => {
  removeDraft(draft)
  try {
    removeDraftsBeginning(openDialogOf(''))
  } catch {
    // As above.
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
    // As above.
  }
}
