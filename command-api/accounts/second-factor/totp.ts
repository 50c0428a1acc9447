import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How many seconds a code is shown, and its number of digits. All apps support these values. */
const stepSeconds = 30
const digits = 6
/** RFC 4226 requires 160 bits. */
const secretBytes = 20

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticator apps expect. */
const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(parseInt(five, 2))).join('')
}

/** A new secret in hexadecimal, the form in which it is sealed. */
export const newTotpSecret = () => randomBytes(secretBytes).toString('hex')

/** The secret to type into an app, and the link for a QR code. */
export const totpEnrolment = (secret: string, { shop, email }: { shop: string; email: string }) => {
  const typed = base32(Buffer.from(secret, 'hex'))
  const label = `${encodeURIComponent(shop)}:${encodeURIComponent(email)}`
  const query = `secret=${typed}&issuer=${encodeURIComponent(shop)}`
  return { secret: typed, uri: `otpauth://totp/${label}?${query}` }
}

export const stepOf = (at: Date) => Math.floor(at.getTime() / 1000 / stepSeconds)

/** RFC 6238 with SHA-1, the only hash that all apps support. */
export const totpCode = (secret: Buffer, step: number, length = digits): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** length).padStart(length, '0')
}

/** Removes the gap that apps show in the middle of a code, because people type it, too. */
export const typedCode = (code: string | undefined) => (code ?? '').replaceAll(' ', '')

/**
 * The time step that this code belongs to: the current step or, because clocks may be 30 s off, the
 * one before or after it. Null for a wrong code.
 */
export const stepOfCode = (secret: string, code: string, at: Date): number | null => {
  const given = Buffer.from(code)
  const key = Buffer.from(secret, 'hex')
  const steps = [0, -1, 1].map((offset) => stepOf(at) + offset)
  const matches = (step: number) => {
    const expected = Buffer.from(totpCode(key, step))
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
  return steps.find(matches) ?? null
}
