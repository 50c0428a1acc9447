import { isMacOf, type KeyRing, macOf } from './key-ring.ts'

/** How many minutes a link is valid by default. */
export const linkMinutes = 15

/** The file that a link opens, its content type, and the name under which browsers save it. */
export type LinkedFile = { key: string; type: string; name?: string }

/** As JSON, so that different values never make the same text. */
const signedText = ({ key, type, name = '' }: LinkedFile, expires: number) =>
  `file-link:${JSON.stringify([key, type, name, expires])}`

/**
 * Makes a link to a stored file: `/api/files/<key>?type=…&expires=…&signature=…`. Until `expires`,
 * it opens that file, and only that file, for anyone. It contains no comma, because commas separate
 * the links in an order's answer.
 */
export const signLink = (link: LinkedFile & { secret: KeyRing; expires: Date }): string => {
  const expires = Math.floor(link.expires.getTime() / 1000)
  const query = new URLSearchParams({
    type: link.type,
    ...(link.name && { name: link.name }),
    expires: String(expires),
    signature: macOf(link.secret, signedText(link, expires)).toString('base64url'),
  })
  return `/api/files/${encodeURIComponent(link.key)}?${query}`
}

/**
 * The file that a link made by `signLink` opens; null if the link is altered, forged or expired.
 */
export const verifyLink = (given: {
  secret: KeyRing
  key: string
  type: string
  name?: string | undefined
  /** Seconds since 1970. */
  expires: string | number
  signature: string
  now: Date
}): LinkedFile | null => {
  const expires = Number(given.expires)
  if (!Number.isSafeInteger(expires) || expires * 1000 <= given.now.getTime()) return null
  const file = { key: given.key, type: given.type, ...(given.name && { name: given.name }) }
  const signature = Buffer.from(given.signature, 'base64url')
  return isMacOf(given.secret, signedText(file, expires), signature) ? file : null
}
