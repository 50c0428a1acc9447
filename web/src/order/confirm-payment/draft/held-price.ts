import type { PricePromise } from '@strand/contracts/order/price-promise'
import { serverNow } from '../../../shared/api/server-time.ts'

/** The promised price of a product or location while the promise holds; otherwise null. */
export const heldPrice = (
  promise: PricePromise | null,
  id: string,
  now = serverNow(),
): number | null => {
  const place = promise?.location
  const held =
    promise?.products.find(({ productid }) => productid === id) ??
    (place?.locationid === id ? place : null)
  return held && Date.parse(held.until) > now ? held.price : null
}
