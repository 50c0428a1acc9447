import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { forEachKey, type KeyRing } from './key-ring.ts'

/**
 * Derives a 32-byte key for one purpose from each secret. No derived key reveals its secret or
 * another key.
 */
export const derivedKeys = (ring: KeyRing, purpose: string): [KeyObject, ...KeyObject[]] =>
  forEachKey(ring, (secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  )
