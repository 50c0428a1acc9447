import type { Country } from '@strand/contracts/country'
import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import type { Shop } from '@strand/contracts/shop/shop'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { countries, getEmojiFlag, type TCountryCode } from 'countries-list'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

const codes = Object.keys(countries) as TCountryCode[]

/** All countries, sorted by name, each with its first dialling code. */
const allCountries: Country[] = codes
  .map((code) => ({
    countryid: code,
    countryname: countries[code].name,
    countrycode: `+${countries[code].phone[0]}`,
    isocode: code,
    flag: getEmojiFlag(code),
  }))
  .sort((one, other) => one.countryname.localeCompare(other.countryname, 'en'))

/** Data that is the same for all visitors: the shop, from the settings, and the countries. */
export const shopRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  app.route({ ...endpointRoute(shopEndpoints.getShop), handler: async () => ({ result: shop }) })
  app.route({
    ...endpointRoute(shopEndpoints.listCountries),
    handler: async () => ({ result: allCountries }),
  })
}
