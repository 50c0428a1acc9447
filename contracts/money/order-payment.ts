import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { OrderRowsQuery } from '../order/staff.ts'
import { TakenBackOutcome } from '../order/taken-back.ts'
import { pathIdentifier } from '../text.ts'
import { Allocation } from './allocation.ts'
import { BankLine, MatchSignals } from './bank-line.ts'
import { PaymentEvidence } from './evidence.ts'
import { LeftToPeople } from './left-to-people.ts'
import { matchingRules } from './matching/candidate.ts'

/** Money that may be the order’s. `Candidate` in `matching/candidate.ts` explains each field. */
export const PaymentCandidate = z.object({
  lines: z.array(BankLine),
  amountKobo: z.int(),
  rule: z.enum(matchingRules),
  signals: MatchSignals,
  only: z.boolean(),
  /** The other orders of the customer that the line pays too; empty except for the rule `sum`. */
  alsoPays: z.array(Allocation.shape.orderId),
})
export type PaymentCandidate = z.infer<typeof PaymentCandidate>

/** What the bank says about the payment of an order. */
export const OrderPayment = z.object({
  expectedKobo: z.int(),
  receivedKobo: z.int(),
  state: z.enum(['none', 'part', 'exact', 'over']),
  allocations: z.array(z.object({ lineId: z.uuid(), amountKobo: z.int() })),
  /** The lines of `allocations`. */
  lines: z.array(BankLine),
  /**
   * Best first. None once the money has come, for an order that is not pending, and for one whose
   * personal data is erased.
   */
  candidates: z.array(PaymentCandidate),
  /** The day of the newest line of any account; null without lines. */
  newestLineOn: z.iso.date().nullable(),
  /** Whether a statement of any account speaks of the order’s day and all days since, up to `newestLineOn`. */
  covered: z.boolean(),
  /** What the bank took back of it, or may have, after it was approved; the latest first. */
  takenBack: z.array(
    z.object({
      lineId: z.uuid(),
      debitLineId: z.uuid(),
      amountKobo: z.int(),
      takenBackOn: z.iso.date(),
      /** False while it may be another line of the same amount that was taken back. */
      isCertain: z.boolean(),
      /** What was done about it; null until somebody has seen to it. */
      outcome: TakenBackOutcome.nullable(),
    }),
  ),
  /** Why it is not approved by itself although a transfer names it; null if nothing is known of that. */
  leftToPeople: LeftToPeople.nullable(),
  /** An approval may rest on money that is short of `expectedKobo` by at most that. */
  toleranceKobo: z.int(),
  /** What an approval needs in this shop. */
  evidence: PaymentEvidence,
})
export type OrderPayment = z.infer<typeof OrderPayment>

/** An order with money that was matched with it, or that fits it: `moneyInView` says which that is. */
export const OrderWithMoney = z.object({
  orderId: Allocation.shape.orderId,
  /** The part of each line that counts for the order. */
  money: z.array(z.object({ line: BankLine, amountKobo: z.int() })),
})
export type OrderWithMoney = z.infer<typeof OrderWithMoney>

export const orderPaymentEndpoints = endpoints('Bank', {
  listOrdersWithMoney: {
    method: 'GET',
    path: '/api/admin/orders/with-money',
    access: { permission: 'money.read' },
    summary: 'List which of these orders money was matched with, or may be for',
    query: OrderRowsQuery,
    response: { 200: resultOf(z.array(OrderWithMoney)) },
  },
  getOrderPayment: {
    method: 'GET',
    path: '/api/admin/orders/:orderId/payment',
    access: { permission: 'money.read' },
    summary: 'Get the payments of an order and their candidates',
    params: z.object({ orderId: pathIdentifier }),
    response: { 200: resultOf(OrderPayment) },
  },
})
