import { createHmac } from 'node:crypto'
import { derivedKey } from './derived-key.ts'

/**
 * HMAC-SHA256 of a bank's reference. Equal references have equal HMACs, so that a table of them tells
 * who shares one, and nothing else.
 */
export type ReferenceHmac = (reference: string) => Buffer

/** @param secret `PERSONAL_DATA_KEY` */
export const openReferenceHmac = (secret: Buffer): ReferenceHmac => {
  const key = derivedKey(secret, 'strand proof references')
  return (reference) => createHmac('sha256', key).update(reference).digest()
}
