import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** How long a link is good for where the caller names no other time: 15 minutes. */
export const linkMinutes = 15

/** What a link allows: one stored file, shown as this type, with a label for saving it. */
export type LinkedFile = { key: string; type: string; name?: string }

const macOf = (secret: Buffer, { key, type, name = '' }: LinkedFile, expires: number) =>
  // As a KeyObject, which Node 24 takes several times faster than a Buffer; and what is signed as
  // JSON, so that no two sets of values give one text.
  createHmac('sha256', createSecretKey(secret))
    .update(`file-link:${JSON.stringify([key, type, name, expires])}`)
    .digest()

/**
 * The path and query of a link to a stored file: `/api/files/<key>?type=…&expires=…&signature=…`.
 * Whoever holds it can read the file until `expires`, and nothing else. It holds no comma.
 */
export const signLink = (link: LinkedFile & { secret: Buffer; expires: Date }): string => {
  const expires = Math.floor(link.expires.getTime() / 1000)
  const query = new URLSearchParams({
    type: link.type,
    ...(link.name && { name: link.name }),
    expires: String(expires),
    signature: macOf(link.secret, link, expires).toString('base64url'),
  })
  return `/api/files/${encodeURIComponent(link.key)}?${query}`
}

/** The file that a link of ours names; null when it was altered, made up, or has run out. */
export const verifyLink = (given: {
  secret: Buffer
  key: string
  type: string
  name?: string | undefined
  /** Seconds since 1970, as in the link. */
  expires: string | number
  signature: string
  now: Date
}): LinkedFile | null => {
  const expires = Number(given.expires)
  if (!Number.isSafeInteger(expires) || expires * 1000 <= given.now.getTime()) return null
  const file = { key: given.key, type: given.type, ...(given.name && { name: given.name }) }
  const expected = macOf(given.secret, file, expires)
  const signature = Buffer.from(given.signature, 'base64url')
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
  return file
}
