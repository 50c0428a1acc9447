import { createHmac } from 'node:crypto'
import { derivedKeys } from './derived-key.ts'
import type { KeyRing } from './key-ring.ts'

/**
 * HMAC-SHA256 of a bank's reference, one under each key. Equal references have equal HMACs, so that
 * a table of them tells who shares one, and nothing else. They are compared with each other, not
 * only looked up: all of them are stored, and two references made around a change of keys still
 * have one in common.
 */
export type ReferenceHmacs = (reference: string) => Buffer[]

/** @param secret `PERSONAL_DATA_KEY` */
export const openReferenceHmacs = (secret: KeyRing): ReferenceHmacs => {
  const keys = derivedKeys(secret, 'strand proof references')
  return (reference) => keys.map((key) => createHmac('sha256', key).update(reference).digest())
}
