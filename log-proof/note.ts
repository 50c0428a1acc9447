import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { sha256 } from './hashes.ts'

// Signed notes (c2sp.org/signed-note), with Ed25519 only.

/** `type` is the signature type of c2sp.org/signed-note, which is part of the key's id. */
export type Verifier = { name: string; type: number; keyId: Buffer; publicKey: KeyObject }
/**
 * The keys of `LOG_SIGNING_KEY`, 32 bytes each. The first one signs once the log has recorded the
 * change to it; all of them verify.
 */
export type SigningKeys = readonly [Buffer, ...Buffer[]]

export type Signer = Verifier & { privateKey: KeyObject }

export type Note = { text: string; signatures: NoteSignature[] }
type NoteSignature = { name: string; keyId: Buffer; signature: Buffer }

/** The signature type for Ed25519 over a note's text. */
const ed25519 = 1
const keyBytes = 32
const idBytes = 4
/** DER prefixes of the 32 bytes of a key, for PKCS #8 and SubjectPublicKeyInfo (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')
/** The maximum length of a note. Our own notes are never longer. */
const maxBytes = 100_000

const namePattern = /^[^\s+\p{Cc}]+$/u

/**
 * Whether a text can be a key's name: it is not empty and has no spaces, plus signs or control
 * characters.
 */
export const isKeyName = (name: string): boolean => name.isWellFormed() && namePattern.test(name)

/** @param seed 32 random bytes, which are the private key */
export const signerOf = (name: string, seed: Buffer, type = ed25519): Signer => {
  const key = Buffer.concat([privatePrefix, seed])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return { ...verifier(name, rawKey(publicKey), type), privateKey }
}

/** The key with which others check signatures: `<name>+<key id>+<key>`. */
export const verifierKey = ({ name, type, keyId, publicKey }: Verifier): string =>
  `${name}+${keyId.toString('hex')}+${typed(rawKey(publicKey), type).toString('base64')}`

/** Parses a verifier key of this signature type. Throws a TypeError for anything else. */
export const parseVerifierKey = (text: string, type = ed25519): Verifier => {
  const [, name = '', id = '', encoded = ''] =
    /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (!isKeyName(name) || key.length !== keyBytes + 1 || key[0] !== type)
    throw new TypeError('This is not an Ed25519 verifier key')
  const parsed = verifier(name, key.subarray(1), type)
  if (parsed.keyId.toString('hex') !== id)
    throw new TypeError('The verifier key does not have the id that it states')
  return parsed
}

/** @param text ends with a line break */
export const signNote = (text: string, signer: Signer): string =>
  `${text}\n${signatureLine(signer, sign(null, Buffer.from(text), signer.privateKey))}`

export const signatureLine = ({ name, keyId }: Verifier, signature: Buffer): string =>
  `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`

/**
 * The text of a note that this key has signed; null for anything else. Other keys' signatures are
 * ignored.
 */
export const openNote = (note: string, key: Verifier): string | null => {
  const read = readNote(note)
  const own = read ? signaturesOf(read, key) : []
  const signed = (signature: Buffer) =>
    verify(null, Buffer.from(read?.text ?? ''), key.publicKey, signature)
  return read && own.length > 0 && own.every(signed) ? read.text : null
}

/** The signatures in a note that claim to be this key's. */
export const signaturesOf = (note: Note, { name, keyId }: Verifier): Buffer[] =>
  note.signatures
    .filter((one) => one.name === name && one.keyId.equals(keyId))
    .map(({ signature }) => signature)

/** The parts of a note, with signatures unchecked; null for anything that is not a note. */
export const readNote = (note: string): Note | null => {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || note.length > maxBytes || !note.endsWith('\n')) return null
  if (!note.isWellFormed() || [...note].some((one) => one < ' ' && one !== '\n')) return null
  const lines = note.slice(split + 2, -1).split('\n')
  const signatures = lines.map(readSignature)
  if (!signatures.every((one) => one !== null)) return null
  return { text: note.slice(0, split + 1), signatures }
}

const readSignature = (line: string): NoteSignature | null => {
  const [, name = '', encoded = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  if (name === '') return null
  // The last character of base64 may have unused bits. A signature in which they are not zero must
  // not verify.
  const isExact = bytes.toString('base64') === encoded
  const signature = isExact ? bytes.subarray(idBytes) : Buffer.alloc(0)
  return { name, keyId: bytes.subarray(0, idBytes), signature }
}

const verifier = (name: string, raw: Buffer, type: number): Verifier => {
  if (!isKeyName(name)) throw new TypeError('A key’s name cannot have spaces or plus signs')
  const key = Buffer.concat([publicPrefix, raw])
  const named = Buffer.concat([Buffer.from(`${name}\n`), typed(raw, type)])
  return {
    name,
    type,
    keyId: Buffer.from(sha256(named).subarray(0, idBytes)),
    publicKey: createPublicKey({ key, format: 'der', type: 'spki' }),
  }
}

const typed = (raw: Buffer, type: number) => Buffer.concat([Buffer.from([type]), raw])

const rawKey = (publicKey: KeyObject): Buffer =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length)
