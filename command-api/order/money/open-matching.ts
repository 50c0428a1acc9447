import { lagosDay } from '@strand/contracts/lagos-time'
import type { MatchingInput } from '@strand/contracts/money/matching/candidate'
import { candidatesOf } from '@strand/contracts/money/matching/match-payments'
import { openPool } from '@strand/contracts/money/matching/pool'
import { ifTableMissing } from '@strand/platform/postgres/errors'
import type { MoneyOptions } from './options.ts'

/** An order and the line that pays just all of it. */
export type Payment = { orderId: string; lineId: string; totalKobo: number }

/** As many days back orders and lines are compared; older ones are for people. */
const days = 35
/**
 * As many orders, and lines, are compared, which takes some tenths of a second. With more nothing is
 * approved by itself, since whether a line is the only one depends on all of them.
 */
const mostCompared = 5_000

const since = ({ now }: Pick<MoneyOptions, 'now'>) =>
  lagosDay(new Date(now().getTime() - days * 86_400_000).toISOString())

const orders = `read.order_state state
  where state.status = 'pending' and state.created_at >= $1::date`
const lines = `read.bank_line line
  where line.status = 'unmatched' and line.amount_kobo > 0 and line.reversed_by is null
    and line.booked_on >= $1::date`

/** Changes whenever an order or a line does that may be approved; null until there are read models. */
export const signatureOf = async (money: MoneyOptions): Promise<string | null> => {
  const found = await money.pool
    .query<{ signature: string }>(
      `select concat_ws(' ',
         (select concat(count(*), '-', max(position)) from ${orders}),
         (select concat(count(*), '-', sum(hashtext(line_id::text))) from ${lines}),
         (select concat(count(*), '-', max(allocated_at)) from read.bank_allocation)) as signature`,
      [since(money)],
    )
    .catch(ifTableMissing(null))
  return found?.rows[0]?.signature ?? null
}

/**
 * The pending orders and the lines with something free, by the read models, with what the first rule
 * compares and nothing personal; null when they are too many.
 */
export const openMatching = async (money: MoneyOptions): Promise<MatchingInput | null> => {
  const from = since(money)
  const open = await money.pool.query<MatchingInput['orders'][number]>(
    `select state.order_id as "orderId", nullif(detail.payment_code, '') as "paymentCode",
       detail.total * 100 as "expectedKobo", '' as "accountName", state.order_id as "customerKey",
       to_char(state.created_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as "createdOn",
       coalesce((select sum(amount_kobo)::int8 from read.bank_allocation paid
         where paid.order_id = state.order_id), 0) as "receivedKobo",
       '{}'::text[] as "proofReferences"
     from (select * from ${orders} limit ${mostCompared + 1}) state
     join read.order_detail detail using (order_id)`,
    [from],
  )
  const free = await money.pool.query<MatchingInput['lines'][number]>(
    `select line_id::text as "lineId", amount_kobo as "amountKobo", booked_on::text as "bookedOn",
       '' as payer, narration, '' as reference,
       amount_kobo - allocated_kobo as "freeKobo"
     from ${lines} limit ${mostCompared + 1}`,
    [from],
  )
  const most = Math.max(open.rows.length, free.rows.length)
  if (most <= mostCompared) return { orders: open.rows, lines: free.rows, shopNames: [] }
  money.log.warn({ mostCompared }, 'too many orders or lines are open to approve any by itself')
  return null
}

/** What the first rule finds, where nothing else competes and no other money has come. */
export const paymentsByCode = (input: MatchingInput): Payment[] => {
  const pool = openPool(input)
  return [...pool.linesNaming.keys()].flatMap((place) => {
    const order = pool.orders[place]?.order
    if (!order || order.receivedKobo > 0) return []
    const { orderId, expectedKobo: totalKobo } = order
    return candidatesOf(pool, orderId)
      .filter(({ rule, only }) => rule === 'code' && only)
      .flatMap(({ lines: [line] }) => (line ? [{ orderId, lineId: line.lineId, totalKobo }] : []))
  })
}
