/**
 * Order ids: twelve characters of Crockford base32 in three groups, `7K3Q-ZM9X-WD4T`. They have 60
 * random bits, because anyone who knows an order's id can see the order.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Turns 60 bits (8 bytes, the top 4 bits unused) into an id. The bytes must be random. */
export const orderIdFromBytes = (bytes: Uint8Array): string => {
  let value = 0n
  for (const byte of bytes.subarray(0, 8)) value = (value << 8n) | BigInt(byte)
  let id = ''
  for (let group = 0; group < 12; group++) {
    id = alphabet.charAt(Number(value & 31n)) + id
    value >>= 5n
  }
  return `${id.slice(0, 4)}-${id.slice(4, 8)}-${id.slice(8)}`
}

/**
 * Normalizes an id as a person may type it (lower case, spaces, missing dashes, a `#` before it,
 * O for 0, I and L for 1) to its one written form; null when it is not an id.
 */
export const normalizeOrderId = (typed: string): string | null => {
  const plain = typed
    .slice(0, 64)
    .toUpperCase()
    .replace(/[\s#\u2010-\u2015-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  if (plain.length !== 12) return null
  if ([...plain].some((character) => !alphabet.includes(character))) return null
  return `${plain.slice(0, 4)}-${plain.slice(4, 8)}-${plain.slice(8)}`
}
