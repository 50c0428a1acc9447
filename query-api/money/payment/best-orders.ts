import type { BankLine, BankLineRow } from '@strand/contracts/money/bank-line'
import { bestOrderOf } from '@strand/contracts/money/matching/best-order'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { type OpenMoney, seesAll } from './open-money.ts'

type Named = { orderId: string; customer: string; createdOn: string }

/**
 * Adds to each line that is unmatched the pending order that it most likely pays. Nothing is read for a
 * page without such lines.
 */
export const withBestOrders = async (
  pool: Pool,
  readMoney: () => Promise<OpenMoney>,
  lines: BankLine[],
): Promise<BankLineRow[]> => {
  const isOpen = ({ status, kind, reversedBy }: BankLine) =>
    status === 'unmatched' && kind === 'money' && reversedBy === null
  if (!lines.some(isOpen)) return lines.map((line) => ({ ...line, best: null }))
  const money = await readMoney()
  const found = lines.map((line) => (isOpen(line) ? bestOrderOf(money.pool, line.lineId) : null))
  const { rows } = await pool.query<Named>(
    `select order_id as "orderId", concat_ws(' ', first_name, last_name) as customer,
       (state.created_at at time zone 'Africa/Lagos')::date::text as "createdOn"
     from read.order_detail join read.order_state state using (order_id)
     where order_id = any($1) and status = 'pending'`,
    [found.flatMap((best) => best?.orderId ?? [])],
  )
  const named = new Map(rows.map((row) => [row.orderId, row]))
  return lines.map((line, at) => {
    const best = found[at]
    const order = best && named.get(best.orderId)
    // An order that was decided a moment ago is no longer to be paid.
    if (!best || !order) return { ...line, best: null }
    const only = best.only && line.perhapsReversedBy === null && seesAll(money, order.createdOn)
    return { ...line, best: { ...best, customer: order.customer, only } }
  })
}
