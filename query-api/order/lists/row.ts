import { erased } from '@strand/contracts/erased'
import type { Shipment } from '@strand/contracts/order/shipment'
import type { OrderFlag, OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { type Parameter, raw, type Sql, sql } from '@strand/platform/postgres/sql'
import { staffName } from '../../staff-name.ts'
import { personalColumns } from '../personal-columns.ts'
import { proofLinks } from '../proof-links.ts'
import { shownShipment } from '../shipment.ts'

/**
 * A row of the statement below. If the page has no orders, all columns except `list_total` are
 * null.
 */
export type ListedOrder<Total = number> = Omit<
  OrderRow,
  'createdat' | 'filepath' | 'flags' | 'sameAs' | 'total' | 'orderid' | 'shipment'
> & {
  list_total: Total
  orderid: string | null
  createdat: Date
  total: number
  orderstatus: OrderStatus
  files: { key: string; type: string; name: string }[]
  shipment: Shipment | null
  /** The ids of other orders with the same proof or the same payment. */
  same_proof: string | null
  same_payment: string | null
  waiting: boolean
  unmatched: boolean
}

const personal = Object.entries(personalColumns)
  .map(([name, expression]) => `${expression} as ${name}`)
  .join(', ')

const assignee = `case when assignee.user_id is not null then json_build_object(
  'userid', assignee.user_id, 'name', ${staffName('assignee')},
  'archived', assignee.status <> 'active') end`
const proposal = `case when proposer.user_id is not null then json_build_object(
  'userid', proposer.user_id, 'name', proposer.first_name, 'reason', state.proposal_reason) end`

const lastChange = `case when state.change is not null then json_build_object(
  'at', state.change ->> 'at', 'by', coalesce(${staffName('changer')}, ''),
  'reason', state.change ->> 'reason', 'isBack', state.change -> 'isBack') end`

/**
 * Whether less money pays for the order than the approval named, because staff unmatched some. The
 * sums alone cannot show that: the bank read model may not have the lines of a new approval yet.
 */
const lacksItsMoney = `state.status in ('confirmed', 'shipped')
  and state.approved_kobo > (
    select coalesce(sum(amount_kobo), 0) from read.bank_allocation
    where order_id = state.order_id
  )
  and exists (
    select from read.bank_line_order paid left join read.bank_allocation part using (order_id, line_id)
    where paid.order_id = state.order_id and part.line_id is null
  )`

/**
 * The last part of every list's statement: selects the columns of the orders in `page (order_id,
 * rank)`, at most a hundred, and the total from `counted (total)`. Each flag costs one index lookup
 * per row.
 */
export const orderColumns = (now: Parameter): Sql => sql`
  select counted.total as list_total,
    state.order_id as orderid, state.position::text as position, state.created_at as createdat, state.status as orderstatus,
    state.message as "orderMessage", state.review, state.shipment, state.question,
    ${raw(personal)}, detail.country, detail.location as deliverylocation, detail.sales,
    detail.payment_code as "paymentCode", detail.old_price as "oldPrice",
    detail.sent_amount as "sentAmount",
    detail.quantity, detail.delivery_price as deliveryprice, detail.total,
    detail.lines as products, detail.files,
    state.notes, state.note, ${raw(assignee)} as assignee, ${raw(proposal)} as proposal,
    ${raw(lastChange)} as "lastChange",
    (
      select other.order_id from read.order_file other
      where other.sha256 = any(array(
          select file ->> 'sha256' from jsonb_array_elements(detail.files) file
        )) and other.order_id <> detail.order_id
      order by other.order_id limit 1
    ) as same_proof,
    case when detail.account_name <> ${raw(`'${erased}'`)} then (
      select other.order_id from read.order_detail other
      where public.folded(other.account_name) = public.folded(detail.account_name)
        and other.total = detail.total
        and other.created_at between detail.created_at - interval '72 hours'
          and detail.created_at + interval '72 hours'
        and other.order_id <> detail.order_id
      order by other.created_at desc limit 1
    ) end as same_payment,
    (
      select json_build_object('amountKobo', sum(amount_kobo), 'takenBackOn', max(taken_back_on),
        'isCertain', bool_or(is_certain))
      from read.order_taken_back back
      where back.order_id = state.order_id and outcome is null having count(*) > 0
    ) as "takenBack",
    ${raw(lacksItsMoney)} as unmatched,
    state.status = 'pending' and state.created_at < ${now}::timestamptz - interval '24 hours' as waiting
  from counted
  left join page on true
  left join read.order_state state on state.order_id = page.order_id
  left join read.order_detail detail on detail.order_id = page.order_id
  left join read.staff assignee on assignee.user_id = state.assignee
  left join read.staff changer on changer.user_id = (state.change ->> 'by')::uuid
  left join read.staff proposer on proposer.user_id = state.proposed_by and state.status = 'pending'
  order by page.rank`

type Link = { secret: KeyRing; now: Date }

/**
 * Converts the rows of the statement. For a page without orders, the statement returns one row
 * without an order id.
 */
export const orderRowsOf = (rows: ListedOrder<unknown>[], link: Link): OrderRow[] =>
  rows.flatMap((row) =>
    row.orderid === null ? [] : [orderRowOf({ ...row, orderid: row.orderid }, link)],
  )

const orderRowOf = (row: ListedOrder<unknown> & { orderid: string }, link: Link): OrderRow => {
  const { list_total: _total, files, same_proof, same_payment, waiting, unmatched, ...shown } = row
  const sameAs = [
    { flag: 'same-proof' as const, orderid: same_proof },
    { flag: 'same-payment' as const, orderid: same_payment },
  ].flatMap(({ flag, orderid }) => (orderid === null ? [] : [{ flag, orderid }]))
  const flags: OrderFlag[] = row.takenBack ? ['taken-back'] : []
  if (unmatched) flags.push('unmatched')
  flags.push(...sameAs.map(({ flag }) => flag))
  if (row.oldPrice) flags.push(row.oldPrice.kind === 'insisted' ? 'unpromised-price' : 'old-price')
  if (row.sentAmount !== null) flags.push('other-amount')
  if (waiting) flags.push('waiting')
  if (row.country !== '') flags.push('international')
  return {
    ...shown,
    createdat: row.createdat.toISOString(),
    filepath: proofLinks(files, link),
    products: row.products.map(({ product, price, quantity, amount }) => ({
      product,
      price,
      quantity,
      amount,
    })),
    shipment: shownShipment(row.shipment),
    flags,
    sameAs,
  }
}
