import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/**
 * The keys of one setting, 32 bytes each. New data is written with the first key, and all keys can
 * read existing data. To change a key, put a new one in front, and keep the old one until nothing
 * needs it any more.
 */
export type KeyRing = readonly [Buffer, ...Buffer[]]

export const keyRing = (writer: Buffer, ...older: Buffer[]): KeyRing => [writer, ...older]

/**
 * The maximum number of keys in a setting. Each key adds a lookup wherever an HMAC is searched for.
 */
export const maxKeys = 5

const macUnder = (key: Buffer, text: string): Buffer =>
  // Node 24 accepts a KeyObject several times faster than a Buffer.
  createHmac('sha256', createSecretKey(key)).update(text).digest()

export const forEachKey = <Made>(ring: KeyRing, make: (key: Buffer) => Made): [Made, ...Made[]] => {
  const [writer, ...older] = ring
  return [make(writer), ...older.map(make)]
}

/** HMAC-SHA256 with the first key, for new data. */
export const macOf = (ring: KeyRing, text: string): Buffer => macUnder(ring[0], text)

/** HMAC-SHA256 with each key, to find data that was stored with any of them. */
export const macsOf = (ring: KeyRing, text: string): [Buffer, ...Buffer[]] =>
  forEachKey(ring, (key) => macUnder(key, text))

export const isMacOf = (ring: KeyRing, text: string, given: Buffer): boolean =>
  ring.some((key) => {
    const mac = macUnder(key, text)
    return mac.length === given.length && timingSafeEqual(mac, given)
  })

/** Identifies a key without revealing it: in the database, and in `npm run keys`. */
export const keyId = (key: Buffer): Buffer =>
  createHash('sha256').update('strand key id\n').update(key).digest().subarray(0, 8)
