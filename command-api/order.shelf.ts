import type { CreateOrder } from '@strand/contracts/order'
import type { ProofFile } from '@strand/contracts/order.events'
import { unavailable } from '@strand/platform/errors'
import { gathering } from '@strand/platform/gather'
import type { Pool } from '@strand/platform/postgres'

type Location = { locationId: string; name: string; price: number; address: string }
type Sales = { salesId: string; name: string }
type Campaign = Sales & { startsAt: string; endsAt: string }

/** What the shop has of the things that a submitted form names. */
export type Shelf = {
  products: { productId: string; name: string; price: number }[]
  location: Location | null
  sales: Sales | null
  uploads: ProofFile[]
  /** Whether there are reserved ids to use up. */
  idsReserved: boolean
  /** The reserved id that an earlier try of this submission took, if any. */
  takenId: string | null
}

type Asked = { form: CreateOrder; now: Date; takenBy: string }

export type LookUpShelf = (asked: Asked) => Promise<Shelf>

/** Younger than the sweeper's 24 hours by one, so that it never takes a file an order just named. */
export const claimableHours = 23

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuids = (texts: string[]) => [
  ...new Set(texts.map((text) => text.toLowerCase()).filter((text) => uuid.test(text))),
]

/**
 * All that creating an order reads, in one statement, for all forms that come at about the same time:
 * each finds its own among what the shop has of all of them.
 */
export const openShelf = (pool: Pool): LookUpShelf =>
  gathering(async (asked: Asked[]): Promise<Shelf[]> => {
    const { locations, campaigns, taken, ...shared } = await lookUp(pool, asked)
    return asked.map(({ form, now, takenBy }) => ({
      ...shared,
      location: locations.find(({ locationId }) => isId(locationId, form.location)) ?? null,
      sales: salesAt(
        now,
        campaigns.find(({ salesId }) => isId(salesId, form.salesid)),
      ),
      takenId: taken.find((id) => id.takenBy === takenBy)?.orderId ?? null,
    }))
  })

const isId = (id: string, given: string) => id === given.toLowerCase()

/** A campaign, if it ran when the form came: forms that share a look came at moments of their own. */
const salesAt = (now: Date, campaign: Campaign | undefined): Sales | null =>
  campaign &&
  Date.parse(campaign.startsAt) <= now.getTime() &&
  now.getTime() < Date.parse(campaign.endsAt)
    ? { salesId: campaign.salesId, name: campaign.name }
    : null

type Found = Pick<Shelf, 'products' | 'uploads' | 'idsReserved'> & {
  locations: Location[]
  campaigns: Campaign[]
  taken: { takenBy: string; orderId: string }[]
}

const lookUp = async (pool: Pool, asked: Asked[]): Promise<Found> => {
  const forms = asked.map(({ form }) => form)
  const products = forms.flatMap((form) => form.products)
  const found = pool.query<Found>({
    name: 'order.shelf',
    text: `
      select
        (select coalesce(json_agg(found), '[]') from (
          select product_id as "productId", name, price from read.product
          where status = 'active' and (product_id = any($1::uuid[])
            or lower(name) = any(array(select lower(named) from unnest($2::text[]) named)))
        ) found) as products,
        (select coalesce(json_agg(found), '[]') from (
          select location_id as "locationId", name, price, address from read.location
          where location_id = any($3::uuid[]) and status = 'active'
        ) found) as locations,
        (select coalesce(json_agg(found), '[]') from (
          select sales_id as "salesId", name, starts_at as "startsAt", ends_at as "endsAt"
          from read.sales where sales_id = any($4::uuid[]) and status = 'active'
        ) found) as campaigns,
        (select coalesce(json_agg(found), '[]') from (
          select file_uid as "fileUid", key, type, size, sha256 from upload
          where file_uid = any($6::uuid[]) and sha256 is not null
            and created_at > $5::timestamptz - make_interval(hours => $7)
        ) found) as uploads,
        exists (select from reserved_order_id where taken_by is null and not used) as "idsReserved",
        (select coalesce(json_agg(found), '[]') from (
          select taken_by as "takenBy", order_id as "orderId" from reserved_order_id
          where taken_by = any($8::text[])
        ) found) as taken`,
    values: [
      uuids(products.flatMap(({ productid }) => productid ?? [])),
      products.flatMap(({ productid, productname }) => (productid ? [] : productname)),
      uuids(forms.map(({ location }) => location)),
      uuids(forms.map(({ salesid }) => salesid)),
      new Date(Math.max(...asked.map(({ now }) => now.getTime()))).toISOString(),
      uuids(forms.flatMap(({ files }) => files.map(({ fileUid }) => fileUid))),
      claimableHours,
      asked.map(({ takenBy }) => takenBy),
    ],
  })
  const { rows } = await found.catch((error: Error & { code?: string }) => {
    // On the very first start the projections have not published their tables yet.
    if (error.code === '42P01') throw unavailable('The list of products', error)
    throw error
  })
  const [shelf] = rows
  if (!shelf) throw new Error('a select without a from gave no row')
  return shelf
}
