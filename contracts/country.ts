import { z } from 'zod'
import { givenText } from './text.ts'

export const Country = z.object({
  countryid: givenText,
  countryname: givenText,
  /** The dialing code, such as `+234`. */
  countrycode: givenText,
  /** Two letters (ISO 3166-1), such as `NG`. */
  isocode: givenText,
  /** An emoji. */
  flag: givenText,
})
export type Country = z.infer<typeof Country>

export const selectCountryText = 'Please select a country'
