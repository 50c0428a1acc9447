import { addDays } from '@strand/contracts/days'
import { lagosDay } from '@strand/contracts/lagos-time'
import type { LeftToPeople } from '@strand/contracts/money/left-to-people'
import type { MatchingInput, OpenLine } from '@strand/contracts/money/matching/candidate'
import { foldedTexts, indexCodes, ordersNamedIn } from '@strand/contracts/money/matching/codes'
import { candidatesOf } from '@strand/contracts/money/matching/match-payments'
import { shopNameWords } from '@strand/contracts/money/matching/payer'
import { needsMoney, openLinePool } from '@strand/contracts/money/matching/pool'
import { plainCapitals, wordsOf } from '@strand/contracts/money/matching/words'
import { receivedKoboOf } from '@strand/contracts/money/received-kobo'
import { referencesIn } from '@strand/contracts/money/references'
import { saysReturn } from '@strand/contracts/money/return-words'
import { reversedByWordsWithin, tellingWords } from '@strand/contracts/money/telling-words'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import { readServing } from '@strand/event-sourcing/processors/report'
import { waitForReadModel } from '../../shared/read-model.ts'
import { type MoneyOptions, toleranceOf } from './options.ts'

/**
 * An order, and a line that names it. Either the line pays for all of the order, or `left` says why
 * the order is left to people.
 */
export type Decision = {
  orderId: string
  lineId: string
  totalKobo: number
  /** How much of the order the line pays: all of it, or less within the tolerance. */
  paidKobo: number
  left: LeftToPeople | null
}

/** Orders and lines from this many past days are compared; older ones are left to people. */
const days = 35
/**
 * The maximum number of orders, and of lines, that are compared; this takes a few tenths of a
 * second. If there are more, nothing is approved automatically, because only a comparison with all
 * lines shows that a line is unique. Each order is then left to people as `too-many`.
 */
const maxCompared = 5_000

const since = ({ now }: Pick<MoneyOptions, 'now'>) =>
  lagosDay(new Date(now().getTime() - days * 86_400_000).toISOString())

const orders = `read.order_state state
  where state.status = 'pending' and state.created_at >= $1::date`
/**
 * Also includes lines that are not money yet, or not a customer's money: the orders that they name
 * get a reason.
 */
const lines = `read.bank_line line
  where line.status in ('unmatched', 'probablysame', 'setaside') and line.amount_kobo > 0
    and line.booked_on >= $1::date`
/** Lines that may pay come first; lines that only give a reason fill the rest. */
const openFirst = `order by line.status <> 'unmatched', line.booked_on desc, line.line_id`
const isUnfinished = `line.statement_ids[1] not in (select statement_id from read.bank_arrived)`
/**
 * SQL: whether the whole debit pays back money owed. The shop itself sent such a debit, so it
 * reverses no credit. The read model's reversals exclude such debits, too.
 */
export const paysBackAll = (debit: string) => `${debit}.allocated_kobo = -${debit}.amount_kobo`
/** Also includes lines of running and failed imports: each of them may take a credit back. */
const debits = `read.bank_line line
  where line.amount_kobo < 0 and line.status not in ('merged', 'withdrawn')
    and not ${paysBackAll('line')} and line.booked_on >= $1::date`

/** How many milliseconds a round waits for the read models. */
const patience = 1_000

/**
 * Whether a round sees everything that the log knows about the bank and about orders. Under
 * `importsLock` nothing new arrives, but an interrupted import may have begun to record lines, and
 * an interrupted undo of an import may have begun to withdraw them.
 */
export const seesAll = async (money: MoneyOptions): Promise<boolean> => {
  const cutShort = await money.pool.query(
    `select from bank_import where state = 'importing'
     union all
     select from bank_take_back where state in ('asked', 'begun') and problem = '' limit 1`,
  )
  if (cutShort.rowCount !== 0) return false
  const waits = ['bank', 'order'].map((model) =>
    waitForReadModel(model, { ...money, timeoutMs: patience }),
  )
  if ((await Promise.all(waits)).includes(false)) return false
  const serving = await readServing(money.pool)
  return serving.every(({ name, parkedFrom }) => name !== 'bank' || parkedFrom === null)
}

/**
 * Returns a text that changes whenever an order that may be approved changes, or a line that may
 * pay for one. Null until the read models exist.
 */
export const signatureOf = async (money: MoneyOptions): Promise<string | null> => {
  const found = await money.pool
    .query<{ signature: string }>(
      `select concat_ws(' ',
         (select concat(count(*), '-', max(position)) from ${orders}),
         (select concat(count(*), '-', sum(hashtext(concat(line_id, status, ${isUnfinished}, allocated_kobo, '-', reversed_by, '-', perhaps_reversed_by, '-', gives_back)))) from ${lines}),
         (select concat(count(*), '-', sum(hashtext(line_id::text))) from ${debits}),
         (select concat(count(*), '-', max(allocated_at)) from read.bank_allocation),
         (select concat(count(*), '-', count(taken_back_at))
           from bank_import join read.bank_statement using (statement_id)
           where not_money_orders <> '{}')) as signature`,
      [since(money)],
    )
    .catch(ifTableMissing(null))
  return found?.rows[0]?.signature ?? null
}

type Debit = Pick<OpenLine, 'bookedOn' | 'amountKobo' | 'narration' | 'reference'> & {
  bankAccountId: string
}

type Gone = Extract<
  LeftToPeople,
  'reversed' | 'returned' | 'perhaps-reversed' | 'probably-same' | 'set-aside' | 'unfinished'
>

export type OpenMatching = Omit<MatchingInput, 'lines'> & {
  lines: (MatchingInput['lines'][number] & {
    bankAccountId: string
    /** Why the line's money is gone, or may be gone; null if it is there. */
    gone: Gone | null
  })[]
  /** Debits, except those that certainly take back another credit or that pay back money owed. */
  debits: Debit[]
  /** Words that name the shop, which many lines contain. */
  shopWords?: string[]
  /**
   * Whether there are more orders, lines or debits than are compared, so that no line counts as
   * unique.
   */
  isCut: boolean
}

/**
 * Reads the pending orders and the lines with free money from the read models: what the first rule
 * compares, and each line's payer.
 */
export const openMatching = async (money: MoneyOptions): Promise<OpenMatching> => {
  const from = since(money)
  const open = await money.pool.query<MatchingInput['orders'][number]>(
    `select state.order_id as "orderId", nullif(detail.payment_code, '') as "paymentCode",
       detail.total * 100 as "expectedKobo", '' as "accountName", state.order_id as "customerKey",
       to_char(state.created_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as "createdOn",
       ${receivedKoboOf('state.order_id')} as "receivedKobo",
       '{}'::text[] as "proofReferences"
     from (select * from ${orders} limit ${maxCompared + 1}) state
     join read.order_detail detail using (order_id)`,
    [from],
  )
  const free = await money.pool.query<OpenMatching['lines'][number] & { status: string }>(
    `select status, line_id::text as "lineId", amount_kobo as "amountKobo", booked_on::text as "bookedOn",
       payer, narration, reference,
       amount_kobo - allocated_kobo as "freeKobo", bank_account_id as "bankAccountId",
       case when reversed_by is not null then 'reversed'
         when kind = 'returned' or gives_back is not null then 'returned'
         when status = 'probablysame' then 'probably-same'
         when status = 'setaside' then 'set-aside'
         when ${isUnfinished} then 'unfinished'
         when perhaps_reversed_by is not null then 'perhaps-reversed' end as gone
     from ${lines} ${openFirst} limit ${maxCompared + 1}`,
    [from],
  )
  const left = await money.pool.query<Debit>(
    `select bank_account_id as "bankAccountId", booked_on::text as "bookedOn",
       amount_kobo as "amountKobo", narration, reference
     from ${debits} and not exists (
       select from read.bank_line credit
       where credit.bank_account_id = line.bank_account_id and credit.reversed_by = line.line_id
     ) limit ${maxCompared + 1}`,
    [from],
  )
  const isLastOpen = free.rows[maxCompared]?.status === 'unmatched'
  const isCut = isLastOpen || Math.max(open.rows.length, left.rows.length) > maxCompared
  if (isCut)
    money.log.warn(
      { maxCompared },
      'too many orders or lines are open to approve any automatically',
    )
  return {
    orders: open.rows,
    lines: free.rows.map(withWords),
    debits: left.rows,
    isCut,
    shopNames: [],
    shopWords: shopNameWords([money.shopName, money.shopAccount.accountName]).flat(),
    toleranceKobo: toleranceOf(money),
  }
}

/**
 * Marks returns among the lines of earlier releases. Those releases did not record the kind of a
 * line, so only its words show that it is a return. Such a word in a line's reference does not
 * prove a return, but the line's order is left to people.
 */
const withWords = (line: OpenMatching['lines'][number]): OpenMatching['lines'][number] =>
  line.gone === null && [line.narration, ...referencesIn(line.reference)].some(saysReturn)
    ? { ...line, gone: 'returned' }
    : line

/**
 * Decides about each order that a line names: which line pays for it according to the first rule,
 * or why it is left to people. The line must be the only match, the order must not have received
 * other money, and there must be no debit that may have taken the line back.
 *
 * A debit may have taken the line back if it names the order; if it has the line's amount and was
 * booked on the day before or later; or if it says that it is a reversal, shares two words with the
 * line and was booked within 7 days.
 */
export const decideByCode = ({
  debits,
  isCut,
  lines,
  orders,
  shopNames,
  shopWords = [],
  toleranceKobo = 0,
}: OpenMatching): Decision[] => {
  const isThere = ({ gone }: OpenMatching['lines'][number]) =>
    gone === null || gone === 'perhaps-reversed'
  const pool = openLinePool({ orders, lines: lines.filter(isThere), shopNames, toleranceKobo })
  const codes = indexCodes(
    pool.orders.flatMap(({ order: { orderId, paymentCode } }, order) =>
      [orderId, paymentCode ?? ''].map((code) => ({ order, code })),
    ),
  )
  const namedByDebits = new Set(
    debits.flatMap(foldedTexts).flatMap((text) => [...ordersNamedIn(text, codes)]),
  )
  const lineOf = new Map(lines.map((line) => [line.lineId, line]))
  const tellingOf = (narration: string) => {
    const telling = tellingWords(wordsOf(plainCapitals(narration)))
    return new Set(telling.filter((word) => !shopWords.includes(word)))
  }
  const returns = debits
    .filter(({ narration }) => saysReturn(narration))
    .map((debit) => ({ ...debit, words: tellingOf(debit.narration) }))
  const mayBeGone = (lineId: string) => {
    const line = lineOf.get(lineId)
    if (!line || line.gone !== null) return true
    const from = addDays(line.bookedOn, -1)
    const to = addDays(line.bookedOn, reversedByWordsWithin)
    const ofAccount = (debit: Debit) =>
      debit.bankAccountId === line.bankAccountId && debit.bookedOn >= from
    if (debits.some((debit) => debit.amountKobo === -line.amountKobo && ofAccount(debit)))
      return true
    const words = [...tellingOf(line.narration)]
    return returns.some(
      (debit) =>
        ofAccount(debit) &&
        debit.bookedOn <= to &&
        words.filter((word) => debit.words.has(word)).length > 1,
    )
  }
  const decided = new Map<string, Decision>()
  for (const [place, naming] of pool.linesNaming) {
    const named = pool.orders[place]
    const first = pool.lines[naming[0] ?? -1]?.line
    if (!named || !needsMoney(named) || !first) continue
    const { orderId, expectedKobo: totalKobo, receivedKobo } = named.order
    const byCode = candidatesOf(pool, orderId).filter(({ rule }) => rule === 'code')
    const [only] = byCode.flatMap((one) => (one.only ? one.lines : []))
    const line = only ?? first
    const reason = (): LeftToPeople | null => {
      if (receivedKobo > 0) return 'partly-paid'
      if (!only) return byCode.length > 0 ? 'several' : 'amount'
      // Another order, or a debt, uses a part of the line.
      if (only.amountKobo !== only.freeKobo) return 'amount'
      if (namedByDebits.has(place) || mayBeGone(only.lineId)) return 'perhaps-reversed'
      return isCut ? 'too-many' : null
    }
    const paidKobo = Math.min(line.freeKobo, totalKobo)
    decided.set(orderId, { orderId, lineId: line.lineId, totalKobo, paidKobo, left: reason() })
  }
  const gone = openLinePool({ orders, lines: lines.filter((line) => !isThere(line)), shopNames })
  for (const [place, naming] of gone.linesNaming) {
    const named = gone.orders[place]
    const line = lineOf.get(gone.lines[naming[0] ?? -1]?.line.lineId ?? '')
    if (!named || !needsMoney(named) || !line || decided.has(named.order.orderId)) continue
    const { orderId, expectedKobo: totalKobo } = named.order
    const { lineId, gone: left } = line
    decided.set(orderId, { orderId, lineId, totalKobo, paidKobo: 0, left })
  }
  return [...decided.values()]
}
