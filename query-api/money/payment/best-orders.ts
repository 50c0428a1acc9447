import type { BankLineRow } from '@strand/contracts/money/bank-line'
import { reasonToLook } from '@strand/contracts/money/left-to-people'
import { ordersFor } from '@strand/contracts/money/matching/best-order'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { OwingLine } from '../owed.ts'
import { type OpenMoney, seesAll } from './open-money.ts'

const none = { best: null, others: [], approved: null }

type Named = {
  orderId: string
  customer: string
  status: OrderStatus
  createdOn: string
} & Parameters<typeof reasonToLook>[0]

/**
 * For each unmatched line, adds the pending orders that the line can pay for, with the likeliest in
 * a field of its own, and the likeliest approved order. Reads nothing if the page has no unmatched
 * lines.
 */
export const withBestOrders = async (
  pool: Pool,
  readMoney: () => Promise<OpenMoney>,
  lines: OwingLine[],
): Promise<BankLineRow[]> => {
  const isOpen = ({ status, kind, reversedBy }: OwingLine) =>
    status === 'unmatched' && kind === 'money' && reversedBy === null
  if (!lines.some(isOpen)) return lines.map((line) => ({ ...line, ...none }))
  const money = await readMoney()
  const found = lines.map((line) => (isOpen(line) ? ordersFor(money.pool, line.lineId) : []))
  const { rows } = await pool.query<Named>(
    `select order_id as "orderId", concat_ws(' ', first_name, last_name) as customer, status,
       (state.created_at at time zone 'Africa/Lagos')::date::text as "createdOn",
       coalesce(old_price ->> 'kind' = 'insisted', false) as "isInsisted",
       -- A pending order has a change only if an undo or a restore made it pending again.
       state.change is not null as "isUndone",
       state.proposed_by is not null as "isProposed",
       coalesce(state.question ->> 'state' = 'open', false) as "hasOpenQuestion",
       exists (
         select from read.order_file other
         where other.sha256 = any(array(
             select file ->> 'sha256' from jsonb_array_elements(detail.files) file
           )) and other.order_id <> detail.order_id
       ) as "hasSameProof"
     from read.order_detail detail join read.order_state state using (order_id)
     where order_id = any($1) and status in ('pending', 'confirmed', 'shipped')`,
    [found.flat().map(({ orderId }) => orderId)],
  )
  const named = new Map(rows.map((row) => [row.orderId, row]))
  return lines.map((line, at) => {
    const offers = (found[at] ?? []).flatMap(({ isApproved, ...offered }) => {
      const order = named.get(offered.orderId)
      // The order may have been decided a moment ago, and no longer need money.
      if (!order || isApproved !== (order.status !== 'pending')) return []
      return { ...offered, order }
    })
    const isSure = line.perhapsReversedBy === null
    const [best = null, ...others] = offers
      .filter(({ order }) => order.status === 'pending')
      .map(({ order, ...offered }) => ({
        ...offered,
        customer: order.customer,
        only: offered.only && isSure && seesAll(money, order.createdOn),
        leftToPeople: reasonToLook(order),
      }))
    const first = offers.find(({ order }) => order.status !== 'pending')
    const approved = first
      ? {
          orderId: first.orderId,
          customer: first.order.customer,
          status: first.order.status,
          dueKobo: first.dueKobo,
          signals: first.signals,
          rule: first.rule,
        }
      : null
    return { ...line, best, others, approved }
  })
}
