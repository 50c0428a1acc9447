import { isInternational } from '@strand/contracts/location'
import { maximumNaira } from '@strand/contracts/money'
import { type CreateOrder, internationalRules, type SelectedProduct } from '@strand/contracts/order'
import type { OrderLine, ProofFile } from '@strand/contracts/order.events'
import type { FieldProblem } from '@strand/platform/errors'
import { Rejected, unavailable } from '@strand/platform/errors'
import type { Pool } from '@strand/platform/postgres'
import { isCountryName } from './country.ts'

/** What the shop has of the things that a submitted form names. */
export type Shelf = {
  products: { productId: string; name: string; price: number }[]
  location: { locationId: string; name: string; price: number; address: string } | null
  sales: { salesId: string; name: string } | null
  uploads: ProofFile[]
  /** Whether there are reserved ids to use up. */
  idsReserved: boolean
  /** The reserved id that an earlier try of this submission took, if any. */
  takenId: string | null
}

/** Younger than the sweeper's 24 hours by one, so that it never takes a file an order just named. */
export const claimableHours = 23

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const uuidOrNull = (text: string) => (uuid.test(text) ? text : null)

/** All that creating an order reads, in one statement. */
export const lookUpShelf = async (
  pool: Pool,
  form: CreateOrder,
  { now, takenBy }: { now: Date; takenBy: string },
): Promise<Shelf> => {
  const asked = pool.query<Shelf>({
    name: 'order.shelf',
    text: `
      select
        (select coalesce(json_agg(found), '[]') from (
          select product_id as "productId", name, price from read.product
          where status = 'active' and (product_id = any($1::uuid[])
            or lower(name) = any(array(select lower(named) from unnest($2::text[]) named)))
        ) found) as products,
        (select row_to_json(found) from (
          select location_id as "locationId", name, price, address from read.location
          where location_id = $3::uuid and status = 'active'
        ) found) as location,
        (select row_to_json(found) from (
          select sales_id as "salesId", name from read.sales
          where sales_id = $4::uuid and status = 'active' and starts_at <= $5 and ends_at > $5
        ) found) as sales,
        (select coalesce(json_agg(found), '[]') from (
          select file_uid as "fileUid", key, type, size, sha256 from upload
          where file_uid = any($6::uuid[]) and sha256 is not null
            and created_at > $5::timestamptz - make_interval(hours => $7)
        ) found) as uploads,
        exists (select from reserved_order_id where taken_by is null and not used) as "idsReserved",
        (select order_id from reserved_order_id where taken_by = $8) as "takenId"`,
    values: [
      form.products.flatMap(({ productid }) => productid ?? []),
      form.products.flatMap(({ productid, productname }) => (productid ? [] : productname)),
      uuidOrNull(form.location),
      uuidOrNull(form.salesid),
      now.toISOString(),
      form.files.flatMap(({ fileUid }) => uuidOrNull(fileUid) ?? []),
      claimableHours,
      takenBy,
    ],
  })
  const { rows } = await asked.catch((error: Error & { code?: string }) => {
    // On the very first start the projections have not published their tables yet.
    if (error.code === '42P01') throw unavailable('The list of products', error)
    throw error
  })
  const [shelf] = rows
  if (!shelf) throw new Error('a select without a from gave no row')
  return shelf
}

export type Priced = {
  lines: OrderLine[]
  location: { locationId: string; name: string; address: string }
  country: string
  postalCode: string
  deliveryAddress: string
  sales: Shelf['sales']
  subtotal: number
  deliveryPrice: number
  total: number
}

/** The order at the shop's own prices; refuses what the shop does not have, or a total that differs. */
export const priceOrder = (form: CreateOrder, shelf: Shelf): Priced => {
  const { location } = shelf
  if (!location)
    throw new Rejected(
      'conflict',
      'The delivery location is no longer available, please choose again',
    )
  const where = destination(form, location)
  const lines = form.products.map((selected) => lineOf(selected, shelf))
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const total = subtotal + location.price
  if (total > maximumNaira) throw new Rejected('invalid', 'The amount is too large')
  if (form.amount !== total)
    throw new Rejected(
      'conflict',
      `The prices have changed: the total is now NGN ${total.toLocaleString('en-US')}. Please check your order and confirm again`,
    )
  const { locationId, name, address } = location
  return {
    lines,
    location: { locationId, name, address },
    ...where,
    sales: shelf.sales,
    subtotal,
    deliveryPrice: location.price,
    total,
  }
}

/** A line names its product by id where it has one, else by its name. */
const lineOf = ({ productid, productname, quantity }: SelectedProduct, shelf: Shelf): OrderLine => {
  const wanted = productname.toLowerCase()
  const product = shelf.products.find(({ productId, name }) =>
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

/** International orders need a country and a postal code, and whatever is not picked up an address. */
const destination = (form: CreateOrder, location: NonNullable<Shelf['location']>) => {
  const problems: FieldProblem[] = []
  const required = (path: keyof typeof internationalRules) => {
    const isGiven = path === 'country' ? isCountryName(form.country) : form[path] !== ''
    if (!isGiven) problems.push({ path, message: internationalRules[path] })
    return form[path]
  }
  const abroad = isInternational(location.name)
  const country = abroad ? required('country') : ''
  const postalCode = abroad ? required('postalcode') : ''
  const deliveryAddress = location.address === '' ? required('deliveryaddress') : ''
  if (problems.length > 0)
    throw new Rejected('invalid', problems[0]?.message ?? '', { details: problems })
  return { country, postalCode, deliveryAddress }
}
