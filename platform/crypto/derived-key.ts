import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { forEachKey, type KeyRing } from './key-ring.ts'

/**
 * Keys of 32 bytes for one purpose, derived from secrets; none reveals its secret or another key.
 */
export const derivedKeys = (ring: KeyRing, purpose: string): [KeyObject, ...KeyObject[]] =>
  forEachKey(ring, (secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  )
