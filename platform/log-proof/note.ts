import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { sha256 } from './hashes.ts'

// Signed notes, c2sp.org/signed-note, with Ed25519 alone.

export type Verifier = { name: string; keyId: Buffer; publicKey: KeyObject }
export type Signer = Verifier & { privateKey: KeyObject }

/** What the specification calls the signature type of Ed25519. */
const ed25519 = 1
const keyBytes = 32
const idBytes = 4
/** DER that stands before the 32 bytes of a key: PKCS #8 and SubjectPublicKeyInfo, RFC 8410. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')
/** More than this are no note of ours: what is read may come from anywhere. */
const maximumBytes = 100_000

const namePattern = /^[^\s+\p{Cc}]+$/u

/** Whether a text may name a key: not empty, without spaces, plus signs and control characters. */
export const isKeyName = (name: string): boolean => name.isWellFormed() && namePattern.test(name)

/** @param seed 32 random bytes, the private key */
export const signerOf = (name: string, seed: Buffer): Signer => {
  const key = Buffer.concat([privatePrefix, seed])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return { ...verifier(name, rawKey(publicKey)), privateKey }
}

/** The verifier key: what others check signatures with, `<name>+<key id>+<key>`. */
export const verifierKey = ({ name, keyId, publicKey }: Verifier): string =>
  `${name}+${keyId.toString('hex')}+${typed(rawKey(publicKey)).toString('base64')}`

/** Reads a verifier key. Throws a TypeError for anything else. */
export const parseVerifierKey = (text: string): Verifier => {
  const [, name = '', id = '', encoded = ''] =
    /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (!isKeyName(name) || key.length !== keyBytes + 1 || key[0] !== ed25519)
    throw new TypeError('This is no verifier key of Ed25519')
  const parsed = verifier(name, key.subarray(1))
  if (parsed.keyId.toString('hex') !== id)
    throw new TypeError('The verifier key does not have the id that it states')
  return parsed
}

/** Signs a text, which ends with a line end. */
export const signNote = (text: string, { name, keyId, privateKey }: Signer): string => {
  const signature = sign(null, Buffer.from(text), privateKey)
  return `${text}\n— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`
}

/**
 * The text of a note that the key has signed; null for anything else. Signatures of other keys are
 * passed over.
 */
export const openNote = (note: string, key: Verifier): string | null => {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || note.length > maximumBytes || !note.endsWith('\n')) return null
  if (!note.isWellFormed() || [...note].some((one) => one < ' ' && one !== '\n')) return null
  const text = note.slice(0, split + 1)
  const lines = note.slice(split + 2, -1).split('\n')
  const signatures = lines.map((line) => /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line))
  if (signatures.some((line) => !line)) return null
  const own = signatures.flatMap((line) => {
    const encoded = line?.[2] ?? ''
    const bytes = Buffer.from(encoded, 'base64')
    // The last character may hold bits that mean nothing.
    if (bytes.toString('base64') !== encoded) return [Buffer.alloc(0)]
    const isOwn = line?.[1] === key.name && bytes.subarray(0, idBytes).equals(key.keyId)
    return isOwn ? [bytes.subarray(idBytes)] : []
  })
  const signed = (signature: Buffer) => verify(null, Buffer.from(text), key.publicKey, signature)
  return own.length > 0 && own.every(signed) ? text : null
}

/** The names of the keys that a note says have signed it, in its order; none is checked. */
export const signersOf = (note: string): string[] =>
  note
    .slice(note.lastIndexOf('\n\n') + 2)
    .split('\n')
    .flatMap((line) => /^— (\S+) /u.exec(line)?.[1] ?? [])

const verifier = (name: string, raw: Buffer): Verifier => {
  if (!isKeyName(name)) throw new TypeError('The name of a key has no spaces and no plus sign')
  const key = Buffer.concat([publicPrefix, raw])
  const named = Buffer.concat([Buffer.from(`${name}\n`), typed(raw)])
  return {
    name,
    keyId: Buffer.from(sha256(named).subarray(0, idBytes)),
    publicKey: createPublicKey({ key, format: 'der', type: 'spki' }),
  }
}

const typed = (raw: Buffer) => Buffer.concat([Buffer.from([ed25519]), raw])

const rawKey = (publicKey: KeyObject): Buffer =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length)
