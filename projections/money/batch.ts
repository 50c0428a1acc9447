import type { BankLine } from '@strand/contracts/money/bank-line'
import type { LineKind } from '@strand/contracts/money/line-kind'
import type { SetAsideKind } from '@strand/contracts/money/set-aside'

/** A row of `bank_line`; days are `YYYY-MM-DD`. */
export type LineRow = {
  line_id: string
  bank_account_id: string
  statement_ids: string[]
  booked_on: string
  value_on: string | null
  amount_kobo: number
  balance_kobo: number | null
  reference: string
  payer: string
  narration: string
  status: BankLine['status']
  probably_same_as: string | null
  allocated_kobo: number
  set_aside_kind: SetAsideKind | null
  set_aside_note: string | null
  merged_into: string | null
  kind: LineKind
  gives_back: string | null
  reversed_by: string | null
  perhaps_reversed_by: string | null
  withdrawn: boolean
  search: string
}

export type AllocationRow = {
  line_id: string
  order_id: string
  amount_kobo: number
  rule: string
  approving: string | null
  allocated_at: string
  allocated_by: string
}

export type Allocations = ReadonlyMap<string, AllocationRow>
export type Line = { row: LineRow; allocations: Allocations }

/** The changes of one batch. Lines and their allocations are replaced, never mutated. */
export type BankBatch = {
  accounts: unknown[]
  statements: Map<string, StatementRow>
  arrived: Map<string, { statement_id: string }>
  lines: Map<string, Line>
  /** The lines as they were loaded, without the lines that are new in this batch. */
  before: Map<string, Line>
  /**
   * The differences to add to rows of `bank_day`. A key is account, day and status, separated by
   * spaces.
   */
  days: Map<string, { lines: number; amount_kobo: number; allocated_kobo: number }>
  paid: { order_id: string; line_id: string }[]
  /** Lines that gained or lost a merged line. */
  mergedInto: Set<string>
  /**
   * Lines whose reversals must be found again: added or withdrawn lines, lines with changed texts,
   * and debits that pay back more or less than before.
   */
  toCompare: Set<string>
}

/** A row of `bank_statement`; times are ISO 8601. */
export type StatementRow = {
  statement_id: string
  bank_account_id: string
  format: string
  first_day: string
  last_day: string
  rows: number
  new: number
  known: number
  probably_same: number
  not_money: number
  opening_kobo: number | null
  closing_kobo: number | null
  day_ends: { day: string; balanceKobo: number }[] | null
  file_name: string
  imported_at: string
  imported_by: string
  taken_back_at: string | null
  taken_back_by: string | null
  taken_back_reason: string | null
  withdrawn: number
  kept: number
  has_text: boolean
}

export const emptyBatch = (): BankBatch => ({
  accounts: [],
  statements: new Map(),
  arrived: new Map(),
  lines: new Map(),
  before: new Map(),
  days: new Map(),
  paid: [],
  mergedInto: new Set(),
  toCompare: new Set(),
})
