import { resultOf } from '@strand/contracts/answer'
import { Shop } from '@strand/contracts/shop/shop'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/client.ts'

/** The shop's name, where customers pay and whom they ask; it hardly ever changes. */
export const useShop = () =>
  useQuery({
    queryKey: ['shop'],
    queryFn: ({ signal }) => get(resultOf(Shop), '/shop', { signal, anonymous: true }),
    select: ({ result }) => result,
    staleTime: Number.POSITIVE_INFINITY,
  })
