import { createHmac } from 'node:crypto'
import { derivedKeys } from './derived-key.ts'
import type { KeyRing } from './key-ring.ts'

/**
 * The HMAC-SHA256 of a bank reference with each key. Equal references have equal HMACs, so a table
 * of them shows which orders share a reference, and nothing else. The table stores the HMACs with
 * all keys. So two equal references have at least one HMAC in common, even if the keys were changed
 * after the first reference was stored.
 */
export type ReferenceHmacs = (reference: string) => Buffer[]

/** @param secret `PERSONAL_DATA_KEY` */
export const openReferenceHmacs = (secret: KeyRing): ReferenceHmacs => {
  const keys = derivedKeys(secret, 'strand proof references')
  return (reference) => keys.map((key) => createHmac('sha256', key).update(reference).digest())
}
