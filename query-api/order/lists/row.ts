import { erased } from '@strand/contracts/erased'
import type { OrderFlag, OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import { linkMinutes, signLink } from '@strand/platform/crypto/signed-link'
import { type Parameter, raw, type Sql, sql } from '@strand/platform/postgres/sql'
import { personalColumns } from '../personal-columns.ts'

/**
 * A row of the statement below; all columns but `list_total` are null when the page has no rows.
 */
export type ListedOrder = Omit<
  OrderRow,
  'createdat' | 'filepath' | 'flags' | 'total' | 'orderid'
> & {
  list_total: number
  orderid: string | null
  createdat: Date
  total: number
  orderstatus: OrderStatus
  files: { key: string; type: string; name: string }[]
  same_proof: boolean
  same_payment: boolean
  waiting: boolean
}

const personal = Object.entries(personalColumns)
  .map(([name, expression]) => `${expression} as ${name}`)
  .join(', ')

/**
 * The end of every list's statement: the columns shown for the orders of `page (order_id, rank)`,
 * at most a hundred of them, and `counted (total)`. Each flag costs one index lookup per row.
 */
export const orderColumns = (now: Parameter): Sql => sql`
  select counted.total as list_total,
    state.order_id as orderid, state.position::text as position, state.created_at as createdat, state.status as orderstatus,
    state.message as "orderMessage", state.review,
    ${raw(personal)}, detail.country, detail.location as deliverylocation, detail.sales,
    detail.quantity, detail.delivery_price as deliveryprice, detail.total,
    detail.lines as products, detail.files,
    exists (
      select from jsonb_array_elements(detail.files) file
      join read.order_file other on other.sha256 = file ->> 'sha256'
      where other.order_id <> detail.order_id
    ) as same_proof,
    detail.account_name <> ${raw(`'${erased}'`)} and exists (
      select from read.order_detail other
      where lower(other.account_name) = lower(detail.account_name) and other.total = detail.total
        and other.created_at between detail.created_at - interval '72 hours'
          and detail.created_at + interval '72 hours'
        and other.order_id <> detail.order_id
    ) as same_payment,
    state.status = 'pending' and state.created_at < ${now}::timestamptz - interval '24 hours' as waiting
  from counted
  left join page on true
  left join read.order_state state on state.order_id = page.order_id
  left join read.order_detail detail on detail.order_id = page.order_id
  order by page.rank`

export const orderRowOf = (
  row: ListedOrder & { orderid: string },
  link: { secret: Buffer; now: Date },
): OrderRow => {
  const expires = new Date(link.now.getTime() + linkMinutes * 60_000)
  const { list_total: _total, files, same_proof, same_payment, waiting, ...shown } = row
  const flags: [boolean, OrderFlag][] = [
    [same_proof, 'same-proof'],
    [same_payment, 'same-payment'],
    [waiting, 'waiting'],
    [row.country !== '', 'international'],
  ]
  return {
    ...shown,
    createdat: row.createdat.toISOString(),
    filepath: files
      .map(({ key, type, name }) => signLink({ key, type, name, secret: link.secret, expires }))
      .join(','),
    products: row.products.map(({ product, price, quantity, amount }) => ({
      ...{ product, price, quantity, amount },
    })),
    flags: flags.filter(([set]) => set).map(([, flag]) => flag),
  }
}
