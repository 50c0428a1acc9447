/** What the first page load needs to know about phone numbers; the rules are in `phone.ts`. */

/** The country of a phone number if nobody chose another. */
export const defaultCountryCode = 'NG'

export const enterPhoneText = 'Please enter phone number!'

/** Formats the shop's number: the digits `2348012345678` become `+234 801 234 5678`. */
export const writtenPhone = (digits: string): string =>
  `+${digits.replace(/^(234)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4')}`
