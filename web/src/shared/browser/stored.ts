/** `local` is shared by all tabs of this browser; `session` lasts as long as the tab. */
type Where = 'local' | 'session'

const storageOf = (where: Where) => (where === 'local' ? localStorage : sessionStorage)

/** A stored text; null if there is none, or if the browser allows no storage. */
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

/**
 * Stores a text, or removes it if it is null. If storage is full or forbidden, whatever was to be kept lasts
 * only as long as the page.
 */
export const writeStored = (where: Where, key: string, text: string | null): void => {
  try {
    if (text === null) storageOf(where).removeItem(key)
    else storageOf(where).setItem(key, text)
  } catch {
    // As described above.
  }
}
