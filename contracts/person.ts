import { z } from 'zod'
import { singleSpaced } from './characters.ts'
import { selectCountryText } from './country.ts'
import { defaultCountryCode } from './order/contact.ts'
import { requiredLine } from './text.ts'

/** The fields that customers and staff both fill in: one rule and one text for each. */
export const firstname = requiredLine('Please enter first name!', 100).overwrite(singleSpaced)
export const lastname = requiredLine('Please enter last name!', 100).overwrite(singleSpaced)

export const enterPhoneText = 'Please enter phone number!'
export const phone = requiredLine(enterPhoneText, 30)

/** Two letters, ISO 3166-1: the country whose dialling code the phone number has. */
export const phoneCountry = z
  .string()
  .regex(/^[A-Z]{2}$/, selectCountryText)
  .default(defaultCountryCode)

const invalidEmail = 'The input is not valid E-mail!'

/** `required` is the text for a missing address, if it has a text of its own. */
export const emailAddress = (required = 'Please enter email address!') =>
  z.string(required).trim().min(1, required).max(254, invalidEmail).pipe(z.email(invalidEmail))
