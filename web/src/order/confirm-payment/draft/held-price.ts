import type { PricePromise } from '@strand/contracts/order/price-promise'

/** What the shop promised a product or a location to cost, as long as it holds to it. */
export const heldPrice = (
  promise: PricePromise | null,
  id: string,
  now = Date.now(),
): number | null => {
  const place = promise?.location
  const held =
    promise?.products.find(({ productid }) => productid === id) ??
    (place?.locationid === id ? place : null)
  return held && Date.parse(held.until) > now ? held.price : null
}
