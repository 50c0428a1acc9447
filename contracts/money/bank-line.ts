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
/** A line that was merged into another is in no list, nor is one whose import was undone. */
const ShownLineStatus = z.enum([...BankLineStatus.options, 'merged', 'withdrawn'])

/** One credit or debit of an account; days are days in Lagos. */
export const BankLine = z.object({
  lineId: z.uuid(),
  bankAccountId: z.uuid(),
  /** The statement that brought it; none in a preview of a line that is new. */
  statementIds: z.array(z.uuid()),
  bookedOn: z.iso.date(),
  valueOn: z.iso.date().nullable(),
  /** Below 0 for a debit. */
  amountKobo: z.int(),
  balanceKobo: z.int().nullable(),
  reference: givenText,
  payer: givenText,
  narration: givenText,
  /** A credit of which only a part pays orders or is owed back is `unmatched`. */
  status: ShownLineStatus,
  /** The part that pays orders or is owed back; of a debit, the part that pays back. */
  allocatedKobo: z.int(),
  /** The parts of it that pay orders. */
  allocations: z.array(Allocation),
  /** Why it is no order’s money. */
  setAside: z.object({ kind: SetAsideKind, note: givenText }).nullable(),
  /** The line that it may be, written in another file or format. */
  probablySameAs: z.uuid().nullable(),
  /** A credit that gives back what the shop had sent, or that the bank marks as a return, is no customer’s money. */
  kind: LineKind,
  /** The debit that took this credit back, if it says so. */
  reversedBy: z.uuid().nullable(),
  /** A debit that may have taken it back: it may mean another credit of this amount. */
  perhapsReversedBy: z.uuid().nullable(),
})
export type BankLine = z.infer<typeof BankLine>

/** What speaks for a match; `Signals` in `matching/candidate.ts` explains each field. */
export const MatchSignals = z.object({
  code: z.boolean(),
  reference: z.boolean(),
  amount: z.boolean(),
  names: z.boolean(),
  history: z.boolean(),
  time: z.boolean(),
})

/** A pending order that a line may pay. */
const OfferedOrder = z.object({
  orderId: Allocation.shape.orderId,
  /** The customer’s name. */
  customer: givenText,
  /** What it still needs. */
  dueKobo: z.int(),
  rule: z.enum(matchingRules),
  signals: MatchSignals,
  only: z.boolean(),
  /** Why a person looks at the order first, whatever money comes: `reasonToLook`. */
  leftToPeople: LeftToPeople.nullable(),
})
export type OfferedOrder = z.infer<typeof OfferedOrder>

/** A row of `GET /api/admin/bank-lines`. */
export const BankLineRow = BankLine.extend({
  /** The pending order that an unmatched line most likely pays; null for every other line. */
  best: OfferedOrder.nullable(),
  /** Further pending orders that it may pay, the likeliest first; eight at most. */
  others: z.array(OfferedOrder),
})
export type BankLineRow = z.infer<typeof BankLineRow>

/** What a line is before anybody has said anything about it. */
export const firstStatus = (line: Pick<BankLine, 'amountKobo' | 'probablySameAs'>) => {
  if (line.probablySameAs !== null) return 'probablysame' as const
  return line.amountKobo < 0 ? ('debit' as const) : ('unmatched' as const)
}

/**
 * `GET /api/admin/bank-lines/counts`: the lines of each status, the imported statements, what the bank
 * took back of approved orders and nobody has seen to, and what the shop owes back.
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
  /** All of it together. */
  owedKobo: z.int(),
})
export type BankLineCounts = z.infer<typeof BankLineCounts>

/** `GET /api/admin/bank-lines`. */
export const BankLineQuery = ListQuery.extend({
  status: BankLineStatus.optional(),
  bankAccountId: identifier(64).default(''),
  /** A part of the payer, the narration or the reference, or an amount in whole naira. */
  search: optionalLine(200),
  /** The first and the last day, of `bookedOn`. */
  dateFrom: Day.optional(),
  dateTo: Day.optional(),
})
export type BankLineQuery = z.infer<typeof BankLineQuery>
