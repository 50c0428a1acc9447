/**
 * Order ids: twelve characters of Crockford base32 in three groups, `7K3Q-ZM9X-WD4T`. They have 60
 * random bits, because anyone who knows an order's id can see the order.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes an id of 60 bits: 8 random bytes without the top 4 bits. */
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

export const orderStream = (orderId: string) => `order-${orderId}`
export const orderIdOfStream = (stream: string) => stream.slice(orderStream('').length)

/**
 * Normalizes an id that a person typed in lower case, with spaces, without dashes, with a `#`, or
 * with O for 0 and I or L for 1. Null for anything else.
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

/** Three groups between dashes. They must not be part of something longer, such as a UUID. */
const dashed = /(?:^|[^\w-])(\w{4}[\u2010-\u2015-]\w{4}[\u2010-\u2015-]\w{4})(?![\w-])/g
/** Three groups with spaces or nothing between them. Ordinary words can look like this, too. */
const loose = /(?:^|[^\w-])(\w{4} ?\w{4} ?\w{4})(?![\w-])/g

const groupsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const firstId = (texts: Iterable<string>): string | null => {
  for (const text of texts) {
    const id = normalizeOrderId(text)
    if (id) return id
  }
  return null
}

/** Finds an order id with dashes in a text or link; null if there is none. */
export const dashedOrderId = (text: string): string | null =>
  firstId(groupsIn(text.slice(0, 10_000), dashed))

/** Finds the order id in pasted text: an id, a message that contains one, or a link. */
export const findOrderId = (pasted: string): string | null => {
  const text = pasted.slice(0, 10_000).replaceAll('%20', ' ')
  return (
    normalizeOrderId(text.trim()) ??
    dashedOrderId(text) ??
    firstId(groupsIn(text, loose).filter((found) => /\d/.test(found)))
  )
}
