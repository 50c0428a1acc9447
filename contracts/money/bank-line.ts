import { z } from 'zod'
import { Day, ListQuery } from '../list.ts'
import { OrderStatus } from '../order/status.ts'
import { givenText, identifier, optionalLine } from '../text.ts'
import { Allocation } from './allocation.ts'
import { LeftToPeople } from './left-to-people.ts'
import { LineKind } from './line-kind.ts'
import { matchingRules } from './matching/candidate.ts'
import { SetAsideKind } from './set-aside.ts'

export const BankLineStatus = z.enum(['unmatched', 'matched', 'setaside', 'debit', 'probablysame'])
export type BankLineStatus = z.infer<typeof BankLineStatus>
/**
 * Lists never contain lines with the last two statuses: lines that were merged into another, and
 * lines whose import was undone.
 */
const ShownLineStatus = z.enum([...BankLineStatus.options, 'merged', 'withdrawn'])

/** A credit or debit of an account; days are in Lagos time. */
export const BankLine = z.object({
  lineId: z.uuid(),
  bankAccountId: z.uuid(),
  /** The statements that contain the line; empty for a new line in a preview. */
  statementIds: z.array(z.uuid()),
  bookedOn: z.iso.date(),
  valueOn: z.iso.date().nullable(),
  /** Negative for a debit. */
  amountKobo: z.int(),
  balanceKobo: z.int().nullable(),
  reference: givenText,
  payer: givenText,
  narration: givenText,
  /** A credit that is only partly allocated or owed back is still `unmatched`. */
  status: ShownLineStatus,
  /**
   * The part that pays for orders or is owed back. For a debit: the part that pays customers back.
   */
  allocatedKobo: z.int(),
  /** The parts that pay for orders. */
  allocations: z.array(Allocation),
  /** Why the line is not an order's money; null unless it was set aside. */
  setAside: z.object({ kind: SetAsideKind, note: givenText }).nullable(),
  /**
   * A known line, from another file or format, that this line may repeat; null if there is none.
   */
  probablySameAs: z.uuid().nullable(),
  /**
   * `returned`: not a customer's money. The credit gives back what the shop had sent, or the bank
   * marks it as a return.
   */
  kind: LineKind,
  /** The debit that certainly took this credit back; null if there is none. */
  reversedBy: z.uuid().nullable(),
  /**
   * A debit that took back either this credit or another one of the same amount; null if there is
   * none.
   */
  perhapsReversedBy: z.uuid().nullable(),
})
export type BankLine = z.infer<typeof BankLine>

/** How much of a credit is or was owed back, or how much of a debit pays customers back. */
export const owedKobo = ({ allocatedKobo, allocations }: BankLine): number =>
  allocations.reduce((rest, { amountKobo }) => rest - amountKobo, allocatedKobo)

export const MatchSignals = z.object({
  code: z.boolean(),
  reference: z.boolean(),
  amount: z.boolean(),
  names: z.boolean(),
  history: z.boolean(),
  time: z.boolean(),
})

const OfferedOrder = z.object({
  orderId: Allocation.shape.orderId,
  customer: givenText,
  /** How much the order still needs; zero or less if it is fully paid. */
  dueKobo: z.int(),
  rule: z.enum(matchingRules),
  signals: MatchSignals,
  only: z.boolean(),
  /**
   * Why a person must check the order even if its money has arrived; null if there is no reason.
   * See `reasonToLook`.
   */
  leftToPeople: LeftToPeople.nullable(),
})
export type OfferedOrder = z.infer<typeof OfferedOrder>

const ApprovedOrder = OfferedOrder.omit({ only: true, leftToPeople: true }).extend({
  status: OrderStatus,
})
export type ApprovedOrder = z.infer<typeof ApprovedOrder>

/** A row of `GET /api/admin/bank-lines`. */
export const BankLineRow = BankLine.extend({
  /** The pending order that an unmatched line most likely pays for; null if there is none. */
  best: OfferedOrder.nullable(),
  /** Other pending orders that the line may pay for, likeliest first; at most eight. */
  others: z.array(OfferedOrder),
  /**
   * An order, approved in the last 30 days, that an unmatched line may pay for: the line names the
   * order, or fits it while the order still lacks money. Null if there is none.
   */
  approved: ApprovedOrder.nullable(),
  /** How much of the money that is owed back has not been paid back yet. */
  stillOwedKobo: z.int(),
})
export type BankLineRow = z.infer<typeof BankLineRow>

/**
 * A line's status. Without the optional fields, it is the status of a line that nobody has acted
 * on.
 */
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
 * `GET /api/admin/bank-lines/counts`: the number of lines in each status, and the numbers of
 * imported statements, of debts to customers, and of payments that the bank took back and nobody
 * has dealt with yet.
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
  /** The sum of the debts to customers. */
  owedKobo: z.int(),
})
export type BankLineCounts = z.infer<typeof BankLineCounts>

export const bankLineSortFields = ['bookedOn', 'amountKobo', 'payer', 'narration'] as const

/** `GET /api/admin/bank-lines`. */
export const BankLineQuery = ListQuery.extend({
  status: BankLineStatus.optional(),
  bankAccountId: identifier(64).default(''),
  /** A part of the payer, narration or reference, or an amount in whole naira. */
  search: optionalLine(200),
  /** The first and last day of `bookedOn`. */
  dateFrom: Day.optional(),
  dateTo: Day.optional(),
})
export type BankLineQuery = z.infer<typeof BankLineQuery>
