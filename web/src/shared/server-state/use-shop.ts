import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** The shop's name, where customers pay and whom they ask; it hardly ever changes. */
export const useShop = () =>
  useQuery({
    queryKey: ['shop'],
    queryFn: ({ signal }) => call(shopEndpoints.getShop, { signal }),
    select: ({ result }) => result,
    staleTime: Number.POSITIVE_INFINITY,
  })
