import type { Bytes, TreeHead } from './tree.ts'

export type VerifierKey = { name: string; id: string; key: Bytes }

/** No shop has more events than this, so a larger number is not the size of a log. */
const maxEvents = 2 ** 40
const ed25519 = 1

export const parseVerifierKey = (text: string): VerifierKey | null => {
  const [, name = '', id = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text.trim()) ?? []
  const bytes = fromBase64(encoded)
  return bytes?.length === 33 && bytes[0] === ed25519 ? { name, id, key: bytes.slice(1) } : null
}

/** Restores the text as it was signed, because mail programs and editors change line endings. */
export const asSigned = (text: string): string =>
  `${text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trimEnd()}\n`

/**
 * Parses a checkpoint (c2sp.org/tlog-checkpoint) without checking its signatures. Returns null if
 * the text is not a checkpoint.
 */
export const parseCheckpoint = (note: string): TreeHead | null => {
  const [, origin = '', digits = '', encoded = ''] =
    /^(.+)\n(0|[1-9]\d{0,12})\n([A-Za-z0-9+/]{43}=)\n(?:.+\n)*\n(?:— .+\n)+$/u.exec(note) ?? []
  const root = fromBase64(encoded)
  const size = Number(digits)
  return origin !== '' && root?.length === 32 && size <= maxEvents ? { origin, size, root } : null
}

/**
 * Whether the key has signed the note, and every signature under the key's name is valid. Rejects
 * if the browser cannot check Ed25519 signatures.
 */
export const isSignedBy = async (
  note: string,
  { name, id, key }: VerifierKey,
): Promise<boolean> => {
  const split = note.lastIndexOf('\n\n')
  const text = new TextEncoder().encode(note.slice(0, split + 1))
  const lines = note.slice(split + 2).split('\n')
  const own = lines.flatMap((line) => {
    const [, signer, encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
    const bytes = fromBase64(encoded)
    return signer === name && bytes && hexOf(bytes.slice(0, 4)) === id ? [bytes.slice(4)] : []
  })
  const verifier = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
  const results = own.map((signature) => crypto.subtle.verify('Ed25519', verifier, signature, text))
  return own.length > 0 && (await Promise.all(results)).every(Boolean)
}

const fromBase64 = (encoded: string): Bytes | null => {
  try {
    return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const hexOf = (bytes: Bytes): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
