import { z } from 'zod'
import { Day, ListQuery } from '../list.ts'
import { givenText, identifier, optionalLine } from '../text.ts'
import { Allocation } from './allocation.ts'
import { LeftToPeople } from './left-to-people.ts'
import { LineKind } from './line-kind.ts'
import { matchingRules } from './matching/candidate.ts'
import { SetAsideKind } from './set-aside.ts'

export const BankLineStatus = z.enum(['unmatched', 'matched', 'setaside', 'debit', 'probablysame'])
export type BankLineStatus = z.infer<typeof BankLineStatus>
/** Lists leave out lines that were merged into another or whose import was undone. */
const ShownLineStatus = z.enum([...BankLineStatus.options, 'merged', 'withdrawn'])

/** A credit or debit on an account; days are in Lagos time. */
export const BankLine = z.object({
  lineId: z.uuid(),
  bankAccountId: z.uuid(),
  /** The statements that contain it; empty for a new line in a preview. */
  statementIds: z.array(z.uuid()),
  bookedOn: z.iso.date(),
  valueOn: z.iso.date().nullable(),
  /** Negative for a debit. */
  amountKobo: z.int(),
  balanceKobo: z.int().nullable(),
  reference: givenText,
  payer: givenText,
  narration: givenText,
  /** A credit that is only partly allocated or owed back is `unmatched`. */
  status: ShownLineStatus,
  /**
   * The part that pays for orders or is owed back; for a debit, the part that pays customers back.
   */
  allocatedKobo: z.int(),
  /** Its parts that pay for orders. */
  allocations: z.array(Allocation),
  /** Why it is not an order's money. */
  setAside: z.object({ kind: SetAsideKind, note: givenText }).nullable(),
  /** A line that it may duplicate, as written in another file or format. */
  probablySameAs: z.uuid().nullable(),
  /**
   * Whether it can be a customer's money: not if the credit gives back money that the shop had
   * sent, or if the bank marks it as a return.
   */
  kind: LineKind,
  /** The debit that took this credit back, if a debit says so. */
  reversedBy: z.uuid().nullable(),
  /** A debit that took back either this credit or another one of the same amount. */
  perhapsReversedBy: z.uuid().nullable(),
})
export type BankLine = z.infer<typeof BankLine>

/** How much of a credit is or was owed back, or how much of a debit pays back. */
export const owedKobo = ({ allocatedKobo, allocations }: BankLine): number =>
  allocations.reduce((rest, { amountKobo }) => rest - amountKobo, allocatedKobo)

/** The evidence for a match; `Signals` in `matching/candidate.ts` explains each field. */
export const MatchSignals = z.object({
  code: z.boolean(),
  reference: z.boolean(),
  amount: z.boolean(),
  names: z.boolean(),
  history: z.boolean(),
  time: z.boolean(),
})

/** A pending order that a line might pay for. */
const OfferedOrder = z.object({
  orderId: Allocation.shape.orderId,
  /** The customer’s name. */
  customer: givenText,
  /** The amount that the order still needs. */
  dueKobo: z.int(),
  rule: z.enum(matchingRules),
  signals: MatchSignals,
  only: z.boolean(),
  /** Why a person must check the order first, whatever money arrives; see `reasonToLook`. */
  leftToPeople: LeftToPeople.nullable(),
})
export type OfferedOrder = z.infer<typeof OfferedOrder>

/** A row of `GET /api/admin/bank-lines`. */
export const BankLineRow = BankLine.extend({
  /** The pending order that an unmatched line most likely pays for; null for any other line. */
  best: OfferedOrder.nullable(),
  /** Other pending orders that it might pay for, likeliest first; at most eight. */
  others: z.array(OfferedOrder),
  /** What has not been paid back yet of the part that is owed back. */
  stillOwedKobo: z.int(),
})
export type BankLineRow = z.infer<typeof BankLineRow>

/** Without the optional fields, the status of a line that nobody has acted on yet. */
export const lineStatus = ({
  amountKobo,
  probablySameAs,
  isWithdrawn = false,
  isMerged = false,
  isSetAside = false,
  allocatedKobo = 0,
}: Pick<BankLine, 'amountKobo' | 'probablySameAs'> & {
  isWithdrawn?: boolean
  isMerged?: boolean
  isSetAside?: boolean
  allocatedKobo?: number
}): BankLine['status'] => {
  if (isWithdrawn) return 'withdrawn'
  if (isMerged) return 'merged'
  if (probablySameAs !== null) return 'probablysame'
  if (amountKobo < 0) return 'debit'
  if (isSetAside) return 'setaside'
  return allocatedKobo > 0 && allocatedKobo >= amountKobo ? 'matched' : 'unmatched'
}

/**
 * `GET /api/admin/bank-lines/counts`: the number of lines with each status, of imported statements,
 * of payments for approved orders that the bank took back and nobody has dealt with yet, and of
 * debts to customers.
 */
export const BankLineCounts = z.object({
  unmatched: z.int(),
  matched: z.int(),
  setaside: z.int(),
  debit: z.int(),
  probablysame: z.int(),
  statements: z.int(),
  takenback: z.int(),
  owed: z.int(),
  /** The sum of these debts. */
  owedKobo: z.int(),
})
export type BankLineCounts = z.infer<typeof BankLineCounts>

/** `GET /api/admin/bank-lines`. */
export const BankLineQuery = ListQuery.extend({
  status: BankLineStatus.optional(),
  bankAccountId: identifier(64).default(''),
  /** Part of the payer, narration or reference, or an amount in whole naira. */
  search: optionalLine(200),
  /** The first and last day, compared with `bookedOn`. */
  dateFrom: Day.optional(),
  dateTo: Day.optional(),
})
export type BankLineQuery = z.infer<typeof BankLineQuery>
