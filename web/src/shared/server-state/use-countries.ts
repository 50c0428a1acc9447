import type { Country } from '@strand/contracts/country'
import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** The countries of the world, which do not change while the page is open. */
export const useCountries = (): Country[] =>
  useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await call(shopEndpoints.listCountries, { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? []
