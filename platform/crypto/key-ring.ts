import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/**
 * The keys of one setting, 32 bytes each: the first one writes, and every one reads. A key is changed
 * by putting a new one in front and keeping the old one until nothing needs it.
 */
export type KeyRing = readonly [Buffer, ...Buffer[]]

export const keyRing = (writer: Buffer, ...older: Buffer[]): KeyRing => [writer, ...older]

/** At most as many keys in a setting: each costs a look wherever something is found by an HMAC. */
export const maxKeys = 5

const macUnder = (key: Buffer, text: string): Buffer =>
  // As a KeyObject, which Node 24 accepts several times faster than a Buffer.
  createHmac('sha256', createSecretKey(key)).update(text).digest()

/** For each key, the first one first. */
export const forEachKey = <Made>(ring: KeyRing, make: (key: Buffer) => Made): [Made, ...Made[]] => {
  const [writer, ...older] = ring
  return [make(writer), ...older.map(make)]
}

/** HMAC-SHA256 under the key that writes. */
export const macOf = (ring: KeyRing, text: string): Buffer => macUnder(ring[0], text)

/** HMAC-SHA256 under each key, to find what was stored under any of them. */
export const macsOf = (ring: KeyRing, text: string): [Buffer, ...Buffer[]] =>
  forEachKey(ring, (key) => macUnder(key, text))

/** Whether `given` is the HMAC of a text under any of the keys. */
export const isMacOf = (ring: KeyRing, text: string, given: Buffer): boolean =>
  ring.some((key) => {
    const mac = macUnder(key, text)
    return mac.length === given.length && timingSafeEqual(mac, given)
  })

/** Names a key without giving it away: what the database and `npm run keys` call it. */
export const keyId = (key: Buffer): Buffer =>
  createHash('sha256').update('strand key id\n').update(key).digest().subarray(0, 8)
