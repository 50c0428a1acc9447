import { resultOf } from '@strand/contracts/answer'
import { Country } from '@strand/contracts/country'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { get } from '../api/client.ts'

/** The countries of the world, which do not change while the page is open. */
export const useCountries = (): Country[] =>
  useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) =>
      (await get(resultOf(z.array(Country)), '/Countries', { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? []
