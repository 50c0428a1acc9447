import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

// The ciphers get keys as KeyObjects. Node 24 takes 15 µs to see that a Buffer is not a KeyObject,
// three times as long as sealing or opening a box.

/** The size of every key in this file, in bytes. */
export const keyBytes = 32

// The first byte of a box says how it was made, so that there can be other kinds later.
const version = 1
const ivBytes = 12
const tagBytes = 16

/** The box was altered, or the key is wrong. Missing data never throws this. */
export class BrokenBox extends Error {
  override name = 'BrokenBox'
}

/**
 * Seals content with AES-256-GCM and a random nonce (NIST SP 800-38D). A box is version, nonce,
 * ciphertext and tag. `context` is authenticated but not stored, so a box does not open under
 * another key's id. A key may seal about four billion boxes; a subject's key seals a handful.
 */
export const sealBox = (key: Buffer, context: string, content: Buffer): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), iv)
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([
    Buffer.of(version),
    iv,
    cipher.update(content),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Opens a box made by `sealBox`. Throws `BrokenBox` if the key, the context or any bit differs. */
export const openBox = (key: Buffer, context: string, box: Buffer): Buffer => {
  if (box.length < 1 + ivBytes + tagBytes || box[0] !== version)
    throw new BrokenBox('a sealed box has an unknown form')
  const iv = box.subarray(1, 1 + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), iv, {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(box.length - tagBytes))
  const start = decipher.update(box.subarray(1 + ivBytes, box.length - tagBytes))
  try {
    return Buffer.concat([start, decipher.final()])
  } catch (cause) {
    throw new BrokenBox('a sealed box was altered, or has another key', { cause })
  }
}

/** Opens a box with whichever key sealed it. Throws `BrokenBox` if no key opens it. */
export const openBoxUnder = (ring: KeyRing, context: string, box: Buffer): Buffer => {
  const [key, ...older] = ring
  const [next, ...rest] = older
  if (!next) return openBox(key, context, box)
  try {
    return openBox(key, context, box)
  } catch (error) {
    if (!(error instanceof BrokenBox)) throw error
    return openBoxUnder([next, ...rest], context, box)
  }
}
