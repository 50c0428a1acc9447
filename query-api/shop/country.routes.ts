import { resultOf } from '@strand/contracts/answer'
import { Country } from '@strand/contracts/country'
import { countries, getEmojiFlag, type TCountryCode } from 'countries-list'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

const codes = Object.keys(countries) as TCountryCode[]

/** Every country, sorted by name; if a country has several dialling codes, the first one. */
const allCountries: Country[] = codes
  .map((code) => ({
    countryid: code,
    countryname: countries[code].name,
    countrycode: `+${countries[code].phone[0]}`,
    isocode: code,
    flag: getEmojiFlag(code),
  }))
  .sort((one, other) => one.countryname.localeCompare(other.countryname, 'en'))

export const countryRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/api/Countries',
    {
      config: { access: 'public' },
      schema: { response: { 200: resultOf(z.array(Country)) } },
    },
    async () => ({ result: allCountries }),
  )
}
