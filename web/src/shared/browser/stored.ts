/** All tabs share `local`. `session` belongs to one tab, and lasts until it is closed. */
type Where = 'local' | 'session'

const storageOf = (where: Where) => (where === 'local' ? localStorage : sessionStorage)

/** Reads a stored text. Returns null if there is none, or if the browser forbids storage. */
export const readStored = (where: Where, key: string): string | null => {
  try {
    return storageOf(where).getItem(key)
  } catch {
    return null
  }
}

/** Reads a value that was stored as JSON. Returns null if it is missing or damaged. */
export const readStoredJson = (where: Where, key: string): unknown => {
  try {
    return JSON.parse(readStored(where, key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a text, or removes it if `text` is null. Does nothing if storage is full or forbidden. */
export const writeStored = (where: Where, key: string, text: string | null): void => {
  try {
    if (text === null) storageOf(where).removeItem(key)
    else storageOf(where).setItem(key, text)
  } catch {}
}
