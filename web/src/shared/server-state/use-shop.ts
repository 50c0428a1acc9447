import { useQuery } from '@tanstack/react-query'
import { loadCalls } from '../api/load-calls.ts'

export const useShop = () =>
  useQuery({
    queryKey: ['shop'],
    queryFn: async ({ signal }) =>
      (await loadCalls(() => import('./shop-calls.ts'))).getShop(signal),
    select: ({ result }) => result,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * The shop's name. Usually, it is part of the served page; on a development server, it is undefined
 * until it has loaded.
 */
export const useShopName = (): string | undefined => {
  const { data: shop } = useShop()
  const served = document.querySelector('meta[property="og:site_name"]')
  return shop?.name ?? served?.getAttribute('content') ?? undefined
}
