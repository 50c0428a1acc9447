import { countries } from 'countries-list'

/** Country names as `GET /api/Countries` returns them, from the same list. */
const names = new Set<string>(Object.values(countries).map(({ name }) => name))

/**
 * Whether an order may go to this country. `name` must exactly match a `countryname` of `GET
 * /api/Countries`.
 */
export const isCountryName = (name: string): boolean => names.has(name)
