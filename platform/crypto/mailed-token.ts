import { isMacOf, type KeyRing, macOf, macsOf } from './key-ring.ts'
import { typeableCode } from './typeable-code.ts'

/**
 * A mailed token is an HMAC over its purpose and an id. The shop stores no secret for it, and an
 * email that is sent again has the same token. The row or event with that id says whether the token
 * has been used or has expired.
 */
type MailedPurpose =
  | 'activation'
  | 'password-reset'
  | 'known-device'
  | 'question'
  // Not mailed: in the second step of a sign-in, it proves that the first step succeeded.
  | 'sign-in-challenge'

const textOf = (purpose: string, id: string) => `${purpose}:${id}`

/** Makes a token, `<id>.<mac>`, which is valid for this purpose only. */
export const mailedToken = (secret: KeyRing, purpose: MailedPurpose, id: string): string =>
  `${id}.${macOf(secret, textOf(purpose, id)).toString('base64url')}`

const written = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** The id in a token that the shop made for this purpose; null for anything else. */
export const readMailedToken = (
  secret: KeyRing,
  purpose: MailedPurpose,
  token: string,
): string | null => {
  const [, id, given] = written.exec(token) ?? []
  if (!id || !given) return null
  return isMacOf(secret, textOf(purpose, id), Buffer.from(given, 'base64url')) ? id : null
}

/**
 * The temporary password in a new user's email: 80 bits that are easy to type, in a form that meets
 * the password rules (an uppercase letter, a digit, a special character).
 */
export const temporaryPassword = (secret: KeyRing, userId: string): string =>
  passwordOf(macOf(secret, textOf('temporary-password', userId)))

/**
 * A user's temporary passwords under all keys. The account has the hash of one of them; its email
 * may be sent later and contain another one.
 */
export const temporaryPasswords = (secret: KeyRing, userId: string): string[] =>
  macsOf(secret, textOf('temporary-password', userId)).map(passwordOf)

const passwordOf = (mac: Buffer): string => `S7-${typeableCode(mac)}`
