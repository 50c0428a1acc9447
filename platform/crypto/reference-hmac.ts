import { createHmac } from 'node:crypto'
import { derivedKeys } from './derived-key.ts'
import type { KeyRing } from './key-ring.ts'

/**
 * The HMAC-SHA256 of a bank reference, one per key. Equal references have equal HMACs, so a table
 * of them shows which orders share one, and nothing else. All of them are stored, because
 * references are not only looked up but compared with each other: two that were stored before and
 * after a change of keys still have one HMAC in common.
 */
export type ReferenceHmacs = (reference: string) => Buffer[]

/** @param secret `PERSONAL_DATA_KEY` */
export const openReferenceHmacs = (secret: KeyRing): ReferenceHmacs => {
  const keys = derivedKeys(secret, 'strand proof references')
  return (reference) => keys.map((key) => createHmac('sha256', key).update(reference).digest())
}
