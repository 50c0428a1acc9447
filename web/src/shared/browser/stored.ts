/** All tabs of this browser share `local`; `session` lasts as long as the tab. */
type Where = 'local' | 'session'

const storageOf = (where: Where) => (where === 'local' ? localStorage : sessionStorage)

/** A stored text; null if there is none, or if the browser forbids storage. */
export const readStored = (where: Where, key: string): string | null => {
  try {
    return storageOf(where).getItem(key)
  } catch {
    return null
  }
}

/** A value stored as JSON; null if it is missing or damaged. */
export const readStoredJson = (where: Where, key: string): unknown => {
  try {
    return JSON.parse(readStored(where, key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a text; null removes it. If storage is full or forbidden, nothing is stored. */
export const writeStored = (where: Where, key: string, text: string | null): void => {
  try {
    if (text === null) storageOf(where).removeItem(key)
    else storageOf(where).setItem(key, text)
  } catch {}
}
