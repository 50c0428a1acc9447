import { z } from 'zod'

export const Country = z.object({
  countryid: z.string(),
  countryname: z.string(),
  /** The dialling code: `+234`. */
  countrycode: z.string(),
  /** Two letters, ISO 3166-1: `NG`. */
  isocode: z.string(),
  /** An emoji. */
  flag: z.string(),
})
export type Country = z.infer<typeof Country>

export const defaultCountryCode = 'NG'

export const selectCountry = 'Please select a country'
