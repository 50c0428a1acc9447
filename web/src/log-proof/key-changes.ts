import { isSignedBy, parseVerifierKey, type VerifierKey } from './note.ts'

/**
 * The log's earlier signing keys, newest first. Stops at the first key change that is not signed by
 * both the old and the new key. Rejects if the browser cannot check Ed25519 signatures.
 *
 * @param published the log's key changes, separated by empty lines
 */
export const keysBefore = async (
  published: string,
  newest: VerifierKey,
): Promise<VerifierKey[]> => {
  const parts = published.trimEnd().split('\n\n')
  const keys: VerifierKey[] = []
  let [to, n] = [newest, parts.length - 2]
  for (; n >= 0; n -= 2) {
    const note = `${parts[n]}\n\n${parts[n + 1]}\n`
    const [kind, , before = '', after = ''] = note.split('\n')
    const [from, next] = [parseVerifierKey(before), parseVerifierKey(after)]
    if (kind !== 'log-key-change/v1' || !from || !next || !isSame(next, to)) return keys
    if (!(await isSignedBy(note, from)) || !(await isSignedBy(note, to))) return keys
    keys.push(from)
    to = from
  }
  return keys
}

const isSame = (one: VerifierKey, other: VerifierKey): boolean =>
  one.name === other.name && one.key.every((byte, n) => byte === other.key[n])
