import { erased } from '@strand/contracts/erased'
import { lagosDay } from '@strand/contracts/lagos-time'
import type { BankLine } from '@strand/contracts/money/bank-line'
import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import { toleranceFor } from '@strand/contracts/money/kobo'
import type { Candidate } from '@strand/contracts/money/matching/candidate'
import { candidatesOf } from '@strand/contracts/money/matching/match-payments'
import type { OrderPayment, PaymentCandidate } from '@strand/contracts/money/order-payment'
import { receivedKoboOf } from '@strand/contracts/money/received-kobo'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { bankLineColumns } from '../line-columns.ts'
import { type OpenMoney, seesAll } from './open-money.ts'

type Order = {
  orderId: string
  status: string
  createdAt: Date
  total: number
  email: string
  receivedKobo: number
  leftToPeople: OrderPayment['leftToPeople']
  allocations: OrderPayment['allocations']
  takenBack: OrderPayment['takenBack']
  owed: OrderPayment['owed']
}

const readOrders = async (pool: Pool, orderIds: string[]): Promise<Order[]> => {
  const { rows } = await pool.query<Order>(
    `select order_id as "orderId", status, state.created_at as "createdAt", total, email,
     ${receivedKoboOf('state.order_id')} as "receivedKobo", (
       select reason from public.left_to_people kept
       where kept.order_id = state.order_id and state.status = 'pending'
     ) as "leftToPeople", (
       select coalesce(json_agg(
         json_build_object('lineId', line_id, 'amountKobo', amount_kobo)
         order by allocated_at, line_id), '[]')
       from read.bank_allocation part where part.order_id = state.order_id
     ) as allocations, (
       select coalesce(json_agg(
         json_build_object('lineId', line_id, 'debitLineId', debit_line_id,
           'amountKobo', amount_kobo, 'takenBackOn', taken_back_on, 'isCertain', is_certain,
           'outcome', outcome)
         order by noticed_at desc, line_id), '[]')
       from read.order_taken_back back where back.order_id = state.order_id
     ) as "takenBack", (
       select coalesce(json_agg(
         json_build_object('owedId', owed_id, 'lineId', owed.line_id,
           'paidOn', credit.booked_on, 'amountKobo', owed.amount_kobo,
           'restKobo', owed.amount_kobo - owed.paid_back_kobo)
         order by owed_at, owed_id), '[]')
       from read.order_owed owed left join read.bank_line credit using (line_id)
       where owed.order_id = state.order_id and not owed.withdrawn
     ) as owed
     from read.order_state state join read.order_detail using (order_id)
     where state.order_id = any($1)`,
    [orderIds],
  )
  return rows
}

const readLines = async (pool: Pool, lineIds: string[]): Promise<Map<string, BankLine>> => {
  if (lineIds.length === 0) return new Map()
  const { rows } = await pool.query<BankLine>(
    `select ${bankLineColumns} from read.bank_line line where line_id = any($1::uuid[])`,
    [lineIds],
  )
  return new Map(rows.map((line) => [line.lineId, line]))
}

const stateOf = (expectedKobo: number, receivedKobo: number): OrderPayment['state'] => {
  if (receivedKobo === 0 && expectedKobo > 0) return 'none'
  if (receivedKobo === expectedKobo) return 'exact'
  return receivedKobo < expectedKobo ? 'part' : 'over'
}

/** A candidate as staff see it; null if one of its lines is no longer open. */
const shown = (
  { lines, ...candidate }: Candidate,
  known: Map<string, BankLine>,
  hasAll: boolean,
): PaymentCandidate | null => {
  const found = lines.flatMap(({ lineId }) => known.get(lineId) ?? [])
  const isOpen = ({ status, kind, reversedBy }: BankLine) =>
    status === 'unmatched' && kind === 'money' && reversedBy === null
  if (found.length < lines.length || !found.every(isOpen)) return null
  const isSure = found.every(({ perhapsReversedBy }) => perhapsReversedBy === null)
  return { ...candidate, only: candidate.only && hasAll && isSure, lines: found }
}

type Options = {
  pool: Pool
  paymentEvidence: PaymentEvidence
  paymentTolerance?: number | undefined
}

/**
 * The money that can pay for an order; empty if the order is fully paid or its customer's data is
 * erased.
 */
const candidatesFor = ({ pool }: OpenMoney, order: Order): Candidate[] => {
  const { orderId, status, email, receivedKobo, total, allocations } = order
  if (status !== 'pending' || email === erased || receivedKobo >= total * 100) return []
  const paying = new Set(allocations.map(({ lineId }) => lineId))
  // Excludes a line that already pays for part of the order, because matching it again would assign
  // the rest of the line.
  return candidatesOf(pool, orderId).filter(({ lines }) =>
    lines.every(({ lineId }) => !paying.has(lineId)),
  )
}

/**
 * The payment of each order according to the bank lines, by order id. Orders that are not in the
 * lists are left out. Only a pending order that is not fully paid, and whose customer is not
 * erased, has candidates.
 */
export const orderPayments = async (
  { pool, paymentEvidence, paymentTolerance = 0 }: Options,
  readMoney: () => Promise<OpenMoney>,
  orderIds: string[],
): Promise<Map<string, OrderPayment>> => {
  const [orders, money] = await Promise.all([readOrders(pool, orderIds), readMoney()])
  const found = orders.map((order) => ({ order, candidates: candidatesFor(money, order) }))
  const lineIds = found.flatMap(({ order, candidates }) => [
    ...order.allocations.map(({ lineId }) => lineId),
    ...candidates.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)),
  ])
  const known = await readLines(pool, [...new Set(lineIds)])
  const paymentOf = (order: Order, candidates: Candidate[]): OrderPayment => {
    const { allocations, receivedKobo } = order
    const expectedKobo = order.total * 100
    const createdOn = lagosDay(order.createdAt.toISOString())
    const hasAll = seesAll(money, createdOn)
    const last = [money.newestLineOn ?? '', createdOn].sort().at(-1) ?? createdOn
    const paying = new Set(allocations.map(({ lineId }) => lineId))
    return {
      expectedKobo,
      receivedKobo,
      state: stateOf(expectedKobo, receivedKobo),
      allocations,
      lines: [...paying].flatMap((lineId) => known.get(lineId) ?? []),
      candidates: candidates
        .map((candidate) => shown(candidate, known, hasAll))
        .filter((candidate) => candidate !== null),
      newestLineOn: money.newestLineOn,
      covered: money.covered.some(([from, to]) => from <= createdOn && to >= last),
      takenBack: order.takenBack,
      owed: order.owed,
      leftToPeople: order.leftToPeople,
      toleranceKobo: toleranceFor(expectedKobo, paymentTolerance * 100),
      evidence: paymentEvidence,
    }
  }
  return new Map(
    found.map(({ order, candidates }) => [order.orderId, paymentOf(order, candidates)]),
  )
}
