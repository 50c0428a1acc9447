import { sign, verify } from 'node:crypto'
import {
  parseVerifierKey,
  readNote,
  type Signer,
  signatureLine,
  signaturesOf,
  signerOf,
  type Verifier,
} from './note.ts'

// Witnesses' cosignatures (c2sp.org/tlog-cosignature): Ed25519, version 1.

/**
 * The signature type of cosignatures. It is part of a key's id, so a log's signature cannot pass
 * for a cosignature.
 */
const cosignatureType = 4
const timeBytes = 8
const signatureBytes = 64

export const cosignerOf = (name: string, seed: Buffer): Signer =>
  signerOf(name, seed, cosignatureType)

/** Parses a witness's verifier key. Throws a TypeError for anything else. */
export const parseCosignerKey = (text: string): Verifier => parseVerifierKey(text, cosignatureType)

/**
 * Makes the signature line with which a witness cosigns a checkpoint's text. It states that this
 * was the newest checkpoint of the log that the witness had seen at that time, and that it extended
 * all earlier ones.
 *
 * @param seconds the time in whole seconds since 1970
 */
export const cosignatureLine = (text: string, cosigner: Signer, seconds: number): string => {
  const time = Buffer.alloc(timeBytes)
  time.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, messageOf(text, BigInt(seconds)), cosigner.privateKey)
  return signatureLine(cosigner, Buffer.concat([time, signature]))
}

/**
 * Returns when this witness cosigned the note, in seconds since 1970; if it did so several times,
 * returns the latest time. Null if the witness did not sign the note, or if a signature under its
 * name is invalid.
 */
export const openCosignature = (note: string, key: Verifier): number | null => {
  const read = readNote(note)
  const times = read ? signaturesOf(read, key).map((one) => timeOf(read.text, one, key)) : []
  return times.length > 0 && times.every((time) => time !== null) ? Math.max(...times) : null
}

const timeOf = (text: string, bytes: Buffer, key: Verifier): number | null => {
  if (bytes.length !== timeBytes + signatureBytes) return null
  const time = bytes.readBigUInt64BE()
  if (time > Number.MAX_SAFE_INTEGER) return null
  const isOwn = verify(null, messageOf(text, time), key.publicKey, bytes.subarray(timeBytes))
  return isOwn ? Number(time) : null
}

const messageOf = (text: string, seconds: bigint) =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
