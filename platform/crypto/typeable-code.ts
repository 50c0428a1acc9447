/** Crockford's base32 in lower case, without characters that people confuse. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * A code of 80 bits, five from each of the first 16 bytes, in four groups that are easy to type.
 */
export const typeableCode = (bytes: Uint8Array): string => {
  const letters = [...bytes.subarray(0, 16)].map((byte) => alphabet.charAt(byte & 31))
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-')
}
