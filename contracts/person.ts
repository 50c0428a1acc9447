import { z } from 'zod'
import { seenOnly, singleSpaced } from './characters.ts'
import { selectCountryText } from './country.ts'
import { defaultCountryCode, enterPhoneText } from './order/contact.ts'
import { personName, requiredLine } from './text.ts'

/** Fields that both customers and staff fill in, with the same rules and texts. */
export const firstname = personName('Please enter first name!', 100).overwrite(singleSpaced)
export const lastname = personName('Please enter last name!', 100).overwrite(singleSpaced)

export const phone = requiredLine(enterPhoneText, 30)

/** The country of the phone number's dialing code: two letters (ISO 3166-1). */
export const phoneCountry = z
  .string()
  .regex(/^[A-Z]{2}$/, selectCountryText)
  .default(defaultCountryCode)

const invalidEmail = 'The input is not valid E-mail!'

/**
 * Converts an address's domain to the form that mail servers use: `ada@Bücher.example` becomes
 * `ada@xn--bcher-kva.example`. A text that is not an address stays as it is.
 */
export const asciiDomain = (address: string): string => {
  const [, local, domain] = /^(.+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? []
  if (!local || !domain || !/[^\p{ASCII}]/u.test(domain)) return address
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}

/** Mail servers refuse a longer part before the `@` (RFC 5321). */
const maxLocalPart = 64

const isEmail = (address: string) => {
  if (address.indexOf('@') > maxLocalPart) return false
  // zod accepts only top-level domains in ASCII letters.
  const known = asciiDomain(address).replace(/\.xn--[a-z\d-]+$/i, '.example')
  return z.email().safeParse(known).success
}

/**
 * An email address.
 *
 * @param required the error for a missing address
 */
export const emailAddress = (required = 'Please enter email address!') =>
  z
    .string(required)
    .overwrite(seenOnly)
    .trim()
    .min(1, { error: required, abort: true })
    .max(254, { error: invalidEmail, abort: true })
    .refine(isEmail, invalidEmail)
