import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** A key of 32 bytes for one purpose, made of a secret: it tells nothing of the secret or of others. */
export const derivedKey = (secret: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
