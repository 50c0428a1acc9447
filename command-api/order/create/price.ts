import { isInternational } from '@strand/contracts/catalogue/location'
import { amountTooLarge, formatNaira, maxNaira } from '@strand/contracts/naira'
import type { OrderLine } from '@strand/contracts/order/events'
import type { OldPrice } from '@strand/contracts/order/old-price'
import {
  type CreateOrder,
  internationalRules,
  type SelectedProduct,
} from '@strand/contracts/order/order-form'
import { conflict, type FieldProblem, Rejected } from '@strand/event-sourcing/errors'
import { countries } from 'countries-list'
import {
  holds,
  mayInsist,
  nothingSeen,
  type Seen,
  type SeenPrices,
} from '../price-promise/price-promises.ts'
import type { FormContext } from './form-context.ts'

type PricedOrder = {
  lines: OrderLine[]
  location: { locationId: string; name: string; address: string }
  country: string
  postalcode: string
  deliveryaddress: string
  sales: FormContext['sales']
  subtotal: number
  deliveryPrice: number
  total: number
  oldPrice?: OldPrice
}

type Priced = Pick<PricedOrder, 'lines' | 'subtotal' | 'deliveryPrice' | 'total'>

/**
 * Prices an item from today's price and the price that the customer saw; null if the item is
 * unavailable.
 */
type Terms = (offer: { price: number; active: boolean }, seen: Seen | undefined) => number | null

const todaysTerms: Terms = ({ price, active }) => (active ? price : null)

/**
 * Uses the promised price while the promise is valid and the shop offers the item; otherwise
 * today's price.
 */
const promisedTerms =
  (now: Date): Terms =>
  (offer, seen) =>
    offer.active && seen && holds(seen, now) ? seen.price : todaysTerms(offer, seen)

/**
 * Uses the price that the shop showed before, even if it no longer offers the item; if the customer
 * can no longer insist on that price, today's price.
 */
const insistedTerms =
  (now: Date): Terms =>
  (offer, seen) =>
    seen && mayInsist(seen, now) ? seen.price : todaysTerms(offer, seen)

/** Null if an item is unavailable, or if the total is too large. */
const priceUnder = (
  terms: Terms,
  { products }: CreateOrder,
  context: FormContext,
  seen: SeenPrices,
): Priced | null => {
  const { location } = context
  const deliveryPrice = location && terms(location, seen.location[location.locationId])
  if (deliveryPrice === null) return null
  const lines: OrderLine[] = []
  for (const selected of products) {
    const product = productOf(selected, context)
    const price = product ? terms(product, seen.products[product.productId]) : null
    if (!product || price === null) return null
    const { productId, name } = product
    const { quantity } = selected
    lines.push({ productId, product: name, price, quantity, amount: price * quantity })
  }
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const total = subtotal + deliveryPrice
  return total > maxNaira ? null : { lines, subtotal, deliveryPrice, total }
}

/**
 * Prices an order with the first set of prices that gives the amount on the form: today's prices,
 * promised prices or, if the customer insists, prices that the shop showed before. Throws if no set
 * gives that amount.
 */
export const priceOrder = (
  form: CreateOrder,
  context: FormContext,
  { seen, now }: { seen: SeenPrices; now: Date },
): PricedOrder => {
  const { location } = context
  const under = (terms: Terms) => priceUnder(terms, form, context, seen)
  const order = (priced: Priced, kind?: OldPrice['kind']): PricedOrder => {
    if (!location) throw locationGone()
    const { locationId, name, address } = location
    return {
      ...priced,
      location: { locationId, name, address },
      ...destination(form, location),
      sales: context.sales,
      ...(kind && {
        oldPrice: { kind, seenAt: seenAt(priced, context, seen), today: today?.total ?? null },
      }),
    }
  }
  const today = under(todaysTerms)
  if (today?.total === form.amount) return order(today)
  const promised = under(promisedTerms(now))
  if (promised?.total === form.amount) return order(promised, 'promised')
  const insisted = form.confirmAnyway ? under(insistedTerms(now)) : null
  if (insisted?.total === form.amount) return order(insisted, 'insisted')
  throw refusalOf(form, context)
}

/** When the shop showed the oldest of the order's prices that differ from today's. */
const seenAt = (
  { lines, deliveryPrice }: Priced,
  { location, products }: FormContext,
  seen: SeenPrices,
): string => {
  const shown = [
    { offer: location, price: deliveryPrice, at: seen.location[location?.locationId ?? '']?.at },
    ...lines.map(({ productId, price }) => ({
      offer: products.find((product) => product.productId === productId),
      price,
      at: seen.products[productId]?.at,
    })),
  ]
  const old = shown.filter(({ offer, price }) => !offer?.active || offer.price !== price)
  return new Date(Math.min(...old.flatMap(({ at }) => at ?? []))).toISOString()
}

/** A line of the form names its product by id or, without an id, by name. */
const productOf = (
  { productid, productname }: SelectedProduct,
  { products }: FormContext,
): FormContext['products'][number] | undefined => {
  const wanted = productname.toLowerCase()
  return products.find(({ productId, name, active }) =>
    productid ? productId === productid.toLowerCase() : active && name.toLowerCase() === wanted,
  )
}

const locationGone = () =>
  conflict('The delivery location is no longer available, please choose again')

/**
 * Why an order is refused: names the first thing that the customer must choose or fill in again.
 */
const refusalOf = (form: CreateOrder, context: FormContext): Rejected => {
  const { location } = context
  if (!location?.active) return locationGone()
  destination(form, location)
  const gone = form.products.find((selected) => !productOf(selected, context)?.active)
  if (gone)
    return conflict(`${gone.productname} is no longer available, please choose another product`)
  const today = priceUnder(todaysTerms, form, context, nothingSeen)
  if (!today) return new Rejected('invalid', amountTooLarge)
  return conflict(
    `The prices have changed: the total is now ${formatNaira(today.total)}. Please check your order and confirm again`,
  )
}

/**
 * The destination of an order. Throws if an international order lacks a country or postal code, or
 * if any order but a pick-up lacks an address.
 */
const destination = (form: CreateOrder, location: NonNullable<FormContext['location']>) => {
  const problems: FieldProblem[] = []
  const required = (path: keyof typeof internationalRules) => {
    const isGiven = path === 'country' ? isCountryName(form.country) : form[path] !== ''
    if (!isGiven) problems.push({ path, message: internationalRules[path] })
    return form[path]
  }
  const abroad = isInternational(location.name)
  const country = abroad ? required('country') : ''
  const postalcode = abroad ? required('postalcode') : ''
  const deliveryaddress = location.address === '' ? required('deliveryaddress') : ''
  if (problems.length > 0)
    throw new Rejected('invalid', problems[0]?.message ?? '', { details: problems })
  return { country, postalcode, deliveryaddress }
}

const names = new Set<string>(Object.values(countries).map(({ name }) => name))

/**
 * Whether this is exactly a `countryname` that `GET /api/Countries` lists. Orders go only to these
 * countries.
 */
const isCountryName = (name: string): boolean => names.has(name)
