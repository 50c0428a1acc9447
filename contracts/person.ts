import { z } from 'zod'
import { seenOnly, singleSpaced } from './characters.ts'
import { selectCountryText } from './country.ts'
import { defaultCountryCode, enterPhoneText } from './order/contact.ts'
import { personName, requiredLine } from './text.ts'

/** The fields that customers and staff both fill in: one rule and one text for each. */
export const firstname = personName('Please enter first name!', 100).overwrite(singleSpaced)
export const lastname = personName('Please enter last name!', 100).overwrite(singleSpaced)

export const phone = requiredLine(enterPhoneText, 30)

/** Two letters, ISO 3166-1: the country whose dialling code the phone number has. */
export const phoneCountry = z
  .string()
  .regex(/^[A-Z]{2}$/, selectCountryText)
  .default(defaultCountryCode)

const invalidEmail = 'The input is not valid E-mail!'

/**
 * An address with the domain as mail servers know it: `ada@Bücher.example` becomes
 * `ada@xn--bcher-kva.example`. Text that is not an address stays unchanged.
 */
export const asciiDomain = (address: string): string => {
  const [, local, domain] = /^(.+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? []
  if (!local || !domain || !/[^\p{ASCII}]/u.test(domain)) return address
  return URL.canParse(`http://${domain}`)
    ? `${local}@${new URL(`http://${domain}`).hostname}`
    : address
}

/** Longer names than this are no mailbox: mail servers refuse them (RFC 5321). */
const maxLocalPart = 64

const isEmail = (address: string) => {
  if (address.indexOf('@') > maxLocalPart) return false
  // zod knows the countries that are written in ASCII.
  const known = asciiDomain(address).replace(/\.xn--[a-z\d-]+$/i, '.example')
  return z.email().safeParse(known).success
}

/** `required` is the text for a missing address, if it has a text of its own. */
export const emailAddress = (required = 'Please enter email address!') =>
  z
    .string(required)
    .overwrite(seenOnly)
    .trim()
    .min(1, { error: required, abort: true })
    .max(254, { error: invalidEmail, abort: true })
    .refine(isEmail, invalidEmail)
