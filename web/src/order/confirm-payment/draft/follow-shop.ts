import type { LocationChoice } from '@strand/contracts/catalogue/location'
import type { ProductChoice } from '@strand/contracts/catalogue/product'
import { formatDeliveryPrice, formatNaira } from '@strand/contracts/naira'
import { insistDays, promiseHours } from '@strand/contracts/order/promise-times'
import { serverNow } from '../../../shared/api/server-time.ts'
import type { Delivery, Draft, DraftLine } from './draft.ts'
import { heldPrice } from './held-price.ts'

/** The shop's offers; undefined while unknown. */
export type Offer = {
  products: ProductChoice[] | undefined
  locations: LocationChoice[] | undefined
  delivery: Delivery | undefined
}

/**
 * Updates the draft to match the shop's current offers and its promised prices. The draft may be
 * days old, and prices may change while the form is open. If the draft's total was shown, the
 * customer may already have sent the money, so `old` keeps the order as shown until they have
 * answered. Otherwise, `changes` lists what changed. Returns null if nothing changed.
 */
export const followShop = (
  draft: Draft,
  offer: Offer,
  now = serverNow(),
): { draft: Partial<Draft>; changes: string[] } | null => {
  if (draft.insists || draft.submission) return null
  const { lines, changes } = offer.products
    ? refreshedLines(draft, offer.products, now)
    : { lines: draft.lines, changes: [] }
  const shown = draft.lines.length > 0 && draft.seen?.locationid === draft.location && draft.seen
  const isGone =
    draft.location !== '' &&
    offer.locations?.some(({ locationid }) => locationid === draft.location) === false
  let { location, seen } = draft
  if (isGone) {
    changes.push(
      shown
        ? `We no longer deliver to ${shown.locationname}.`
        : 'The location you chose is no longer available.',
    )
    location = ''
    seen = null
  } else if (offer.delivery && location !== '') {
    const price = heldPrice(draft.promise, location, now) ?? offer.delivery.price
    if (shown && shown.price !== price)
      changes.push(
        `Delivery to ${offer.delivery.locationname}: ${formatDeliveryPrice(price)}, instead of ${formatDeliveryPrice(shown.price)}.`,
      )
    seen = lines.length > 0 ? { ...offer.delivery, locationid: location, price } : null
  }
  if (changes.length === 0)
    return JSON.stringify(seen) === JSON.stringify(draft.seen) ? null : { draft: { seen }, changes }
  if (!shown) return { draft: { lines, location, seen }, changes }
  const { old } = draft
  return {
    draft: {
      lines,
      location,
      seen,
      old: {
        lines: old?.lines ?? draft.lines,
        seen: old?.seen ?? shown,
        changes: [...(old?.changes ?? []), ...changes],
      },
    },
    changes: [],
  }
}

const refreshedLines = (
  draft: Draft,
  products: ProductChoice[],
  now: number,
): { lines: DraftLine[]; changes: string[] } => {
  const changes: string[] = []
  const lines = draft.lines.flatMap((line) => {
    const product = products.find(({ productid }) => productid === line.productid)
    if (!product) {
      changes.push(`${line.productname} is no longer available and was removed from your order.`)
      return []
    }
    const { productid, productname } = product
    const price = heldPrice(draft.promise, productid, now) ?? product.price
    if (price !== line.price)
      changes.push(
        `${productname} now costs ${formatNaira(price)} instead of ${formatNaira(line.price)}.`,
      )
    return [{ ...line, productname, price }]
  })
  return { lines, changes }
}

/**
 * In milliseconds: how long the shop still accepts promised prices after the promise has expired.
 */
const insistsAfter = (insistDays * 24 - promiseHours) * 3_600_000

/**
 * Whether the shop still accepts the total that the customer saw, because it promised every price
 * in it recently enough.
 */
export const wasPromised = ({ old, promise }: Draft, now = serverNow()): boolean => {
  if (!old || !promise) return false
  const { location } = promise
  const isTaken = ({ until }: { until: string }) => now < Date.parse(until) + insistsAfter
  return (
    location?.locationid === old.seen.locationid &&
    location.price === old.seen.price &&
    isTaken(location) &&
    old.lines.every((line) =>
      promise.products.some(
        (one) => one.productid === line.productid && one.price === line.price && isTaken(one),
      ),
    )
  )
}
