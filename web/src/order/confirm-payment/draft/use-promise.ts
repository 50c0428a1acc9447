import type { PricePromise } from '@strand/contracts/order/price-promise'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayPass } from '../../../shared/api/api-error.ts'
import { serverNow } from '../../../shared/api/server-time.ts'
import { promisePrices } from '../form-api.ts'
import type { Draft } from './draft.ts'
import { heldPrice } from './held-price.ts'

const hour = 3_600_000

const pricesOf = ({ products, location }: PricePromise): ReadonlyMap<string, number> =>
  new Map([
    ...products.map(({ productid, price }) => [productid, price] as const),
    ...(location ? [[location.locationid, location.price] as const] : []),
  ])

/**
 * Once the draft's total is shown, asks the shop to promise its prices. Earlier promises keep their
 * prices. Without a promise, the shop uses its prices at the time of the order.
 */
export const usePromise = (draft: Draft, keep: (promise: PricePromise) => void) => {
  const { lines, location, promise, seen, old, insists, submission } = draft
  const isShown = lines.length > 0 && location !== '' && seen?.locationid === location
  const ids = lines.map(({ productid }) => productid)
  const isMissing = [...ids, location].some((id) => heldPrice(promise, id) === null)
  const isWanted = isShown && isMissing && !old && !insists && !submission
  const { data } = useQuery({
    // Asks at most once an hour for the same products. If the answer lacks a product, the shop no
    // longer offers it, and asking again would not help.
    queryKey: ['promise', location, ...[...ids].sort(), Math.floor(serverNow() / hour)],
    queryFn: () => promisePrices({ products: ids, location, promise: promise?.promise ?? '' }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    // Keeps asking until there is a promise, even if the shop refuses, for example after too many
    // requests. Without a promise, a customer who pays has no claim to the total that they saw.
    refetchInterval: ({ state }) => (state.error && !mayPass(state.error) ? 10_000 : false),
  })
  const told = data && pricesOf(data.result)
  // Keeps a promise only if its prices make up the shown total. Other prices mean that the order
  // has changed. In that case, the old promise stays until the customer knows about the change,
  // because they can still confirm the order with it.
  const isSeen =
    told !== undefined &&
    lines.every(({ productid, price }) => told.get(productid) === price) &&
    told.get(location) === seen?.price
  // biome-ignore lint/correctness/useExhaustiveDependencies: keep each promise once
  useEffect(() => {
    if (data && isWanted && (promise === null || isSeen)) keep(data.result)
  }, [data, isWanted, isSeen])
}
