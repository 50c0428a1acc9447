import { countries } from 'countries-list'

/** By the names that `GET /api/Countries` gives, which come from the same list. */
const names = new Set<string>(Object.values(countries).map(({ name }) => name))

/** Whether an order may go there: a `countryname` of `GET /api/Countries`, to the letter. */
export const isCountryName = (name: string): boolean => names.has(name)
