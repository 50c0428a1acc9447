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

/** Money that may be for the order. `Candidate` in `matching/candidate.ts` explains the fields. */
export const PaymentCandidate = z.object({
  lines: z.array(BankLine),
  amountKobo: z.int(),
  rule: z.enum(matchingRules),
  signals: MatchSignals,
  only: z.boolean(),
  /** The customer's other orders that the line also pays for; empty except for the rule `sum`. */
  alsoPays: z.array(Allocation.shape.orderId),
  /** Approved orders that still lack money and that one of the lines also fits. */
  alsoFits: z.array(Allocation.shape.orderId),
})
export type PaymentCandidate = z.infer<typeof PaymentCandidate>

export const OrderPayment = z.object({
  expectedKobo: z.int(),
  receivedKobo: z.int(),
  state: z.enum(['none', 'part', 'exact', 'over']),
  allocations: z.array(z.object({ lineId: z.uuid(), amountKobo: z.int() })),
  lines: z.array(BankLine),
  /**
   * Best first. Empty if the money has arrived, the order is not pending, or its personal data was
   * erased.
   */
  candidates: z.array(PaymentCandidate),
  /** The day of the newest line of any account; null if there are no lines. */
  newestLineOn: z.iso.date().nullable(),
  /**
   * Whether statements of any account cover the order's day and every day after it, up to
   * `newestLineOn`.
   */
  covered: z.boolean(),
  /** Money that the bank took back after the approval, or may have taken back; latest first. */
  takenBack: z.array(
    z.object({
      lineId: z.uuid(),
      debitLineId: z.uuid(),
      amountKobo: z.int(),
      takenBackOn: z.iso.date(),
      /** False if the bank may instead have taken back another line of the same amount. */
      isCertain: z.boolean(),
      /** What staff did about the loss; null until someone has dealt with the loss. */
      outcome: TakenBackOutcome.nullable(),
    }),
  ),
  /** Money that the shop owes the customer or has paid back, oldest first. */
  owed: z.array(
    z.object({
      owedId: z.uuid(),
      /**
       * The credit that brought the money, and its day; the day is null while no read model has the
       * line.
       */
      lineId: z.uuid(),
      paidOn: z.iso.date().nullable(),
      amountKobo: z.int(),
      restKobo: z.int(),
    }),
  ),
  /**
   * Why the shop does not approve the order automatically although a transfer names it; null if no
   * reason is known.
   */
  leftToPeople: LeftToPeople.nullable(),
  /** How many kobo below `expectedKobo` an approval accepts. */
  toleranceKobo: z.int(),
  evidence: PaymentEvidence,
})
export type OrderPayment = z.infer<typeof OrderPayment>

/** An order with the money matched with it, or else money that fits it; see `moneyInView`. */
export const OrderWithMoney = z.object({
  orderId: Allocation.shape.orderId,
  /** Each line, and how much of it counts for the order. */
  money: z.array(z.object({ line: BankLine, amountKobo: z.int() })),
})
export type OrderWithMoney = z.infer<typeof OrderWithMoney>

export const orderPaymentEndpoints = endpoints('Bank', {
  listOrdersWithMoney: {
    method: 'GET',
    path: '/api/admin/orders/with-money',
    access: { permission: 'money.read' },
    summary: 'For the given orders, list those with matched money or with money that may be theirs',
    query: OrderRowsQuery,
    response: { 200: resultOf(z.array(OrderWithMoney)) },
  },
  getOrderPayment: {
    method: 'GET',
    path: '/api/admin/orders/:orderId/payment',
    access: { permission: 'money.read' },
    summary: 'Get the bank lines that pay for an order, and the lines that may pay for the rest',
    params: z.object({ orderId: pathIdentifier }),
    response: { 200: resultOf(OrderPayment) },
  },
})
