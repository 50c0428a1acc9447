/**
 * What was typed, kept for this tab while a person has to sign in again. Never a password: a form
 * that holds one names no draft.
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
    // A full or forbidden storage costs the draft, nothing more.
  }
}

export const dropDraft = (name: string): void => {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // As above.
  }
}

const ownerKey = 'strand.drafts-of'

/** Drafts wait for the person who wrote them: another one who signs in here gets none of it. */
export const claimDrafts = (userName: string): void => {
  try {
    if (sessionStorage.getItem(ownerKey) === userName) return
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(keyOf(''))) sessionStorage.removeItem(key)
    sessionStorage.setItem(ownerKey, userName)
  } catch {
    // As above.
  }
}
