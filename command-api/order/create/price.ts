import { isInternational } from '@strand/contracts/catalogue/location'
import { amountTooLarge, formatNaira, maximumNaira } from '@strand/contracts/money'
import type { OrderLine } from '@strand/contracts/order/events'
import {
  type CreateOrder,
  internationalRules,
  type SelectedProduct,
} from '@strand/contracts/order/order'
import type { FieldProblem } from '@strand/platform/errors'
import { Rejected } from '@strand/platform/errors'
import type { CatalogueSnapshot } from './catalogue-snapshot.ts'
import { isCountryName } from './country.ts'

export type PricedOrder = {
  lines: OrderLine[]
  location: { locationId: string; name: string; address: string }
  country: string
  postalcode: string
  deliveryaddress: string
  sales: CatalogueSnapshot['sales']
  subtotal: number
  deliveryPrice: number
  total: number
}

/**
 * The order at the shop's own prices. Throws for things the shop does not offer, or when the total
 * differs.
 */
export const priceOrder = (form: CreateOrder, snapshot: CatalogueSnapshot): PricedOrder => {
  const { location } = snapshot
  if (!location)
    throw new Rejected(
      'conflict',
      'The delivery location is no longer available, please choose again',
    )
  const delivery = destination(form, location)
  const lines = form.products.map((selected) => lineOf(selected, snapshot))
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const total = subtotal + location.price
  if (total > maximumNaira) throw new Rejected('invalid', amountTooLarge)
  if (form.amount !== total)
    throw new Rejected(
      'conflict',
      `The prices have changed: the total is now ${formatNaira(total)}. Please check your order and confirm again`,
    )
  const { locationId, name, address } = location
  return {
    lines,
    location: { locationId, name, address },
    ...delivery,
    sales: snapshot.sales,
    subtotal,
    deliveryPrice: location.price,
    total,
  }
}

/** A line identifies its product by id if it has one, otherwise by name. */
const lineOf = (
  { productid, productname, quantity }: SelectedProduct,
  snapshot: CatalogueSnapshot,
): OrderLine => {
  const wanted = productname.toLowerCase()
  const product = snapshot.products.find(({ productId, name }) =>
    productid ? productId === productid.toLowerCase() : name.toLowerCase() === wanted,
  )
  if (!product)
    throw new Rejected(
      'conflict',
      `${productname} is no longer available, please choose another product`,
    )
  const { productId, name, price } = product
  return { productId, product: name, price, quantity, amount: price * quantity }
}

/**
 * International orders need a country and a postal code; all orders but pick-ups need an address.
 */
const destination = (form: CreateOrder, location: NonNullable<CatalogueSnapshot['location']>) => {
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
