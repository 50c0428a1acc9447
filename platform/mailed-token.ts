import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What goes out by mail proves itself: an HMAC over its purpose and an id. Nothing secret is stored,
 * and a mail that is sent again carries the same token. Whether a token was used, or is too old, is
 * for the table that the id points to.
 */
export type MailedPurpose = 'activation' | 'password-reset' | 'known-device'

const mac = (secret: Buffer, purpose: string, id: string) =>
  createHmac('sha256', secret).update(`${purpose}:${id}`).digest()

/** `<id>.<mac>`; a token of one purpose is worth nothing for another. */
export const mailedToken = (secret: Buffer, purpose: MailedPurpose, id: string): string =>
  `${id}.${mac(secret, purpose, id).toString('base64url')}`

const written = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** The id of a token that we made for this purpose; null for anything else. */
export const readMailedToken = (
  secret: Buffer,
  purpose: MailedPurpose,
  token: string,
): string | null => {
  const [, id, given] = written.exec(token) ?? []
  if (!id || !given) return null
  return timingSafeEqual(Buffer.from(given, 'base64url'), mac(secret, purpose, id)) ? id : null
}

/** Crockford's base32 in lower case: no letter of it is taken for another when it is typed. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * The temporary password that a new user's mail holds: 80 bits, in a form that meets the password
 * rules (an uppercase letter, a digit, a special character) and can be typed.
 */
export const temporaryPassword = (secret: Buffer, userId: string): string => {
  const letters = [...mac(secret, 'temporary-password', userId).subarray(0, 16)].map((byte) =>
    alphabet.charAt(byte & 31),
  )
  const groups = [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join(''))
  return `S7-${groups.join('-')}`
}
