import type { CreateOrder } from '@strand/contracts/order/order-form'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { unavailable } from '@strand/event-sourcing/errors'
import { isMissingTable } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { isUuid } from '@strand/event-sourcing/uuid'
import { coalesce } from '@strand/platform/async/coalesce'
import type { FileClaim } from '../../shared/file-claim.ts'

/**
 * Whether the shop still offers the item. Archived items are loaded, too, because the shop may have
 * promised their prices.
 */
type Offer = { active: boolean }
type Location = Offer & { locationId: string; name: string; price: number; address: string }
type Sales = { salesId: string; name: string }
type Campaign = Sales & { startsAt: string; endsAt: string }

export type FormContext = {
  products: (Offer & { productId: string; name: string; price: number })[]
  location: Location | null
  sales: Sales | null
  /** Uploads that belong to this form only, now that it has claimed them. */
  uploads: ProofFile[]
  /** Uploads that belong, or will belong, to another order. */
  othersUploads: string[]
  idsReserved: boolean
  /** The reserved id that an earlier attempt of this submission took; null if there is none. */
  takenId: string | null
}

type ContextRequest = { form: CreateOrder; now: Date } & FileClaim

export type ClaimAndRead = (asked: ContextRequest) => Promise<FormContext>

/**
 * How many hours an upload can be claimed: one hour less than the sweeper waits, so that the
 * sweeper never deletes a file that an order has just claimed.
 */
export const claimableHours = 23

export const uuids = (texts: string[]) => [
  ...new Set(texts.map((text) => text.toLowerCase()).filter(isUuid)),
]

/**
 * Claims a form's uploads, and reads everything that its order needs. Forms that arrive at about
 * the same time share one statement and one commit; each then picks its own part of the result.
 */
export const openFormContexts = (pool: Pool): ClaimAndRead =>
  coalesce(async (requests: ContextRequest[]): Promise<FormContext[]> => {
    const { locations, campaigns, taken, uploads, ...shared } = await queryContext(pool, requests)
    return requests.map(({ form, now, takenBy }) => ({
      ...shared,
      uploads: uploads.flatMap(({ claimedBy, ...file }) => (claimedBy === takenBy ? file : [])),
      othersUploads: uploads.flatMap(({ claimedBy, fileUid }) =>
        claimedBy === takenBy ? [] : fileUid,
      ),
      location: locations.find(({ locationId }) => isSameId(locationId, form.location)) ?? null,
      sales: salesAt(
        now,
        campaigns.find(({ salesId }) => isSameId(salesId, form.salesid)),
      ),
      takenId: taken.find((id) => id.takenBy === takenBy)?.orderId ?? null,
    }))
  })

const isSameId = (id: string, given: string) => id === given.toLowerCase()

/**
 * The campaign if it ran when the form arrived; forms that share a statement arrive at different
 * times.
 */
const salesAt = (now: Date, campaign: Campaign | undefined): Sales | null =>
  campaign &&
  Date.parse(campaign.startsAt) <= now.getTime() &&
  now.getTime() < Date.parse(campaign.endsAt)
    ? { salesId: campaign.salesId, name: campaign.name }
    : null

type ContextRow = Pick<FormContext, 'products' | 'idsReserved'> & {
  uploads: (ProofFile & { claimedBy: string | null })[]
  locations: Location[]
  campaigns: Campaign[]
  taken: { takenBy: string; orderId: string }[]
}

const queryContext = async (pool: Pool, requests: ContextRequest[]): Promise<ContextRow> => {
  const forms = requests.map(({ form }) => form)
  const claims = requests.flatMap(({ form, takenBy, orderId }) =>
    uuids(form.files.map(({ fileUid }) => fileUid)).map((fileUid) => ({
      fileUid,
      takenBy,
      orderId,
    })),
  )
  const products = forms.flatMap((form) => form.products)
  const querying = pool.query<ContextRow>({
    name: 'order.form-context',
    // Locks rows in a fixed order, so that two processes cannot deadlock. If several forms name an
    // upload, one of them gets it and keeps it.
    text: `
      with wanted as (
        select file_uid, taken_by, order_id, count(*)::int as tries
        from unnest($6::uuid[], $9::text[], $10::text[]) asked (file_uid, taken_by, order_id)
        group by file_uid, taken_by, order_id
      ), claimable as (
        select file_uid from upload
        where file_uid = any($6::uuid[]) and sha256 is not null
          and claimed_by is distinct from 'swept'
          and created_at > $5::timestamptz - make_interval(hours => $7)
        order by file_uid for update
      ), claimed as (
        update upload set
          claimed_by = wanted.taken_by, order_id = wanted.order_id,
          tries = upload.tries + wanted.tries
        from wanted join claimable using (file_uid)
        where upload.file_uid = wanted.file_uid
          and (upload.claimed_by is null or upload.claimed_by = wanted.taken_by)
        returning upload.file_uid, upload.claimed_by
      )
      select
        (select coalesce(json_agg(found), '[]') from (
          select product_id as "productId", name, price, status = 'active' as active
          from read.product
          where product_id = any($1::uuid[]) or (status = 'active'
            and lower(name) = any(array(select lower(named) from unnest($2::text[]) named)))
        ) found) as products,
        (select coalesce(json_agg(found), '[]') from (
          select location_id as "locationId", name, price, address, status = 'active' as active
          from read.location where location_id = any($3::uuid[])
        ) found) as locations,
        (select coalesce(json_agg(found), '[]') from (
          select sales_id as "salesId", name, starts_at as "startsAt", ends_at as "endsAt"
          from read.sales where sales_id = any($4::uuid[]) and status = 'active'
        ) found) as campaigns,
        (select coalesce(json_agg(found), '[]') from (
          select file_uid as "fileUid", key, type, size, sha256, claimed.claimed_by as "claimedBy"
          from claimable join upload using (file_uid) left join claimed using (file_uid)
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
      new Date(Math.max(...requests.map(({ now }) => now.getTime()))).toISOString(),
      claims.map(({ fileUid }) => fileUid),
      claimableHours,
      requests.map(({ takenBy }) => takenBy),
      claims.map(({ takenBy }) => takenBy),
      claims.map(({ orderId }) => orderId),
    ],
  })
  const { rows } = await querying.catch((error) => {
    // Before the very first start of the projections, their tables do not exist.
    if (isMissingTable(error)) throw unavailable('The list of products', error)
    throw error
  })
  const [row] = rows
  if (!row) throw new Error('a select without a from gave no row')
  return row
}

/**
 * Releases the uploads that a submission claimed, because its order was not created. The claim
 * stays if another attempt is in progress or ended with an unknown outcome: the order of that
 * attempt may have the files.
 */
export const releaseUploads = async (
  pool: Pool,
  takenBy: string,
  fileUids: string[],
): Promise<void> => {
  await pool.query(
    `update upload set
       tries = tries - 1,
       claimed_by = case when tries > 1 then claimed_by end,
       order_id = case when tries > 1 then order_id end
     where claimed_by = $1 and file_uid = any($2::uuid[])`,
    [takenBy, uuids(fileUids)],
  )
}
