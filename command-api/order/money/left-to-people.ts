import { erased } from '@strand/contracts/erased'
import type { LeftToPeople } from '@strand/contracts/money/left-to-people'
import { foldCode, foldedTexts } from '@strand/contracts/money/matching/codes'
import { nameFit, payerNameOf } from '@strand/contracts/money/matching/names'
import { payerPart, shopNameWords } from '@strand/contracts/money/matching/payer'
import { typedNameOf } from '@strand/contracts/money/matching/words'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Decision, OpenMatching } from './open-matching.ts'
import type { MoneyOptions } from './options.ts'

type Facts = {
  orderId: string
  total: number
  paymentCode: string | null
  createdOn: string
  sameProof: boolean
}

/** A limit far above the number of pending orders with the same totals. */
const maxOthers = 5_000

/**
 * Checks what the read models know about orders that a transfer names: when their payment codes
 * were made, other orders with the same total and name, and other orders' proofs.
 */
export const withFacts = async (
  money: MoneyOptions,
  decisions: Decision[],
  { lines }: Pick<OpenMatching, 'lines'>,
): Promise<Decision[]> => {
  const orderIds = decisions.filter(({ left }) => left === null).map(({ orderId }) => orderId)
  if (orderIds.length === 0) return decisions
  const { rows: facts } = await money.pool.query<Facts>(
    `select detail.order_id as "orderId", detail.total, nullif(detail.payment_code, '') as "paymentCode",
       to_char(detail.created_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as "createdOn",
       exists (
         select from read.order_file other
         where other.sha256 = any(array(
             select file ->> 'sha256' from jsonb_array_elements(detail.files) file
           )) and other.order_id <> detail.order_id
       ) as "sameProof"
     from read.order_detail detail where order_id = any($1)`,
    [orderIds],
  )
  const { rows: others } = await money.pool.query<
    Pick<Facts, 'orderId' | 'total'> & { accountName: string; customerName: string }
  >(
    `select detail.order_id as "orderId", detail.total, detail.account_name as "accountName",
       concat_ws(' ', detail.first_name, detail.last_name) as "customerName"
     from read.order_state state join read.order_detail detail using (order_id)
     where state.status = 'pending' and detail.total = any($1) limit ${maxOthers + 1}`,
    [facts.map(({ total }) => total)],
  )
  const { rows: accounts } = await money.pool.query<{ name: string }>(
    'select unnest(array[account_name, bank_name]) as name from read.bank_account',
  )
  const shopNames = shopNameWords([money.shopName, ...accounts.map(({ name }) => name)])
  const shopWords = new Set(shopNames.flat())
  const madeOn = await money.codesMadeOn(facts.flatMap(({ paymentCode }) => paymentCode ?? []))
  const byId = new Map(facts.map((one) => [one.orderId, one]))
  const lineOf = new Map(lines.map((line) => [line.lineId, line]))

  const reasonOf = (order: Facts, line: OpenMatching['lines'][number]): LeftToPeople | null => {
    const folded = foldedTexts(line)
    const names = (code: string) => folded.some((text) => text.includes(foldCode(code)))
    const days = [
      names(order.orderId) ? [order.createdOn] : [],
      // Payment codes from earlier releases have no recorded day, so the order's day counts.
      order.paymentCode !== null && names(order.paymentCode)
        ? [madeOn.get(order.paymentCode) ?? order.createdOn]
        : [],
    ].flat()
    if (!days.some((day) => day <= line.bookedOn)) return 'earlier'
    const payer = payerNameOf(payerPart(line, shopNames))
    const isPayer = (name: string) => {
      const { two, one } = nameFit(typedNameOf(name), payer, (word) => !shopWords.has(word))
      return two || one !== null
    }
    const isSame = ({ orderId, total, accountName, customerName }: (typeof others)[number]) =>
      orderId !== order.orderId &&
      total === order.total &&
      accountName !== erased &&
      [accountName, customerName].some(isPayer)
    if (others.length > maxOthers) return 'too-many'
    if (others.some(isSame)) return 'same-name'
    return order.sameProof ? 'same-proof' : null
  }
  return decisions.flatMap((decision) => {
    if (decision.left !== null) return [decision]
    const [order, line] = [byId.get(decision.orderId), lineOf.get(decision.lineId)]
    return order && line ? [{ ...decision, left: reasonOf(order, line) }] : []
  })
}

/**
 * The orders named in statement rows that are not money (for example, rows in dollars). Leaves out
 * statements whose import was undone.
 */
export const namedByNoMoney = async ({ pool }: Pick<MoneyOptions, 'pool'>): Promise<string[]> => {
  const { rows } = await pool.query<{ orderId: string }>(
    `select distinct unnest(imported.not_money_orders) as "orderId"
     from bank_import imported join read.bank_statement statement using (statement_id)
     where imported.not_money_orders <> '{}' and statement.taken_back_at is null`,
  )
  return rows.map(({ orderId }) => orderId)
}

/** An order that is left to people, and the line that names it; null if no line does. */
export type Left = Pick<Decision, 'orderId' | 'left'> & { lineId: string | null }

/** Stores why each of these orders is left to people, and deletes the reasons of all others. */
export const keepReasons = async (pool: Pick<Pool, 'query'>, decisions: Left[]): Promise<void> => {
  const left = decisions.filter(({ left }) => left !== null)
  await pool.query(
    `insert into left_to_people (order_id, line_id, reason)
     select order_id, line_id, reason
     from unnest($1::text[], $2::uuid[], $3::text[]) as said (order_id, line_id, reason)
     on conflict (order_id) do update set line_id = excluded.line_id, reason = excluded.reason`,
    [
      left.map(({ orderId }) => orderId),
      left.map(({ lineId }) => lineId),
      left.map((decision) => decision.left),
    ],
  )
  await pool.query('delete from left_to_people where order_id <> all($1)', [
    left.map(({ orderId }) => orderId),
  ])
}
