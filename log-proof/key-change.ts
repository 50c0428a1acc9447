import {
  openNote,
  parseVerifierKey,
  readNote,
  type Signer,
  signNote,
  type Verifier,
  verifierKey,
} from './note.ts'

// The log's signing key is changed by a note that both keys sign and that the log records. See
// decision 236.

/** A change from one key of a log to the next, made when the log's tree had this size and root. */
export type KeyChange = {
  /** The signed note, from which the other fields are read. */
  note: string
  from: Verifier
  to: Verifier
  size: number
  root: Buffer
}

/** More changes than any shop makes. All of them are published in one text of at most 100 kB. */
const maxKeyChanges = 100

/** No checkpoint can begin with this line. */
const firstLine = 'log-key-change/v1'

const changeText = ({ from, to, size, root }: Omit<KeyChange, 'note'>): string =>
  [
    firstLine,
    from.name,
    verifierKey(from),
    verifierKey(to),
    size,
    root.toString('base64'),
    '',
  ].join('\n')

/** Makes the note in which both keys state that the second key replaces the first. */
export const signKeyChange = (
  { size, root }: { size: number; root: Buffer },
  from: Signer,
  to: Signer,
): string => {
  const text = changeText({ from, to, size, root })
  const line = signNote(text, to).slice(text.length + 1)
  return signNote(text, from) + line
}

/** Opens a change that both of its keys have signed; null for anything else. */
export const openKeyChange = (note: string): KeyChange | null => {
  const { text } = readNote(note) ?? { text: '' }
  const [, , fromKey = '', toKey = '', size = '', root = ''] = text.split('\n')
  const [from, to] = [readKey(fromKey), readKey(toKey)]
  if (!from || !to || from.name !== to.name || !Number.isSafeInteger(Number(size))) return null
  const change = { note, from, to, size: Number(size), root: Buffer.from(root, 'base64') }
  const isWhole = change.size >= 0 && change.root.length === 32 && changeText(change) === text
  return isWhole && openNote(note, from) === text && openNote(note, to) === text ? change : null
}

/** Why this change may not follow these keys, the last of which is in force; null if it may. */
export const problemWithChange = (keys: Verifier[], change: KeyChange | null): string | null => {
  if (!change) return 'the change of the signing key is not signed by both keys'
  const inForce = keys.at(-1)
  if (!inForce || !isSameKey(change.from, inForce))
    return 'it changes the signing key from one that was not in force'
  if (keys.some((key) => isSameKey(key, change.to)))
    return 'it changes the signing key to one that was in force before'
  return keys.length > maxKeyChanges
    ? `it changes the signing key more than ${maxKeyChanges} times`
    : null
}

export const isSameKey = (one: Verifier, other: Verifier): boolean =>
  verifierKey(one) === verifierKey(other)

/** The text in which a log publishes its key changes: their notes, separated by empty lines. */
export const publishedChanges = (changes: KeyChange[]): string =>
  changes.map(({ note }) => note).join('\n')

/**
 * Returns all keys of a log in order, according to its published changes, if `key` is one of them;
 * otherwise only `key`. Throws an Error with a readable sentence if a change is not signed by both
 * of its keys.
 */
export const keysAround = (key: Verifier, published: string): Verifier[] => {
  const parts = published === '' ? [] : published.slice(0, -1).split('\n\n')
  const keys: Verifier[] = []
  for (let n = 0; n < parts.length; n += 2) {
    const change = openKeyChange(`${parts[n]}\n\n${parts[n + 1]}\n`)
    if (keys.length === 0 && change) keys.push(change.from)
    const problem = problemWithChange(keys, change)
    if (problem || !change) throw new Error(`Change ${n / 2 + 1} of the log’s key: ${problem}`)
    keys.push(change.to)
  }
  return keys.some((one) => isSameKey(one, key)) ? keys : [key]
}

const readKey = (text: string): Verifier | null => {
  try {
    return parseVerifierKey(text)
  } catch {
    return null
  }
}
