import type { LineKind } from '@strand/contracts/money/line-kind'
import type { SetAsideKind } from '@strand/contracts/money/set-aside'

/** A row of `bank_line`. Days are `YYYY-MM-DD`. */
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
  status: LineStatus
  probably_same_as: string | null
  allocated_kobo: number
  set_aside_kind: SetAsideKind | null
  set_aside_note: string | null
  merged_into: string | null
  kind: LineKind
  gives_back: string | null
  reversed_by: string | null
  perhaps_reversed_by: string | null
  search: string
}
export type LineStatus = 'unmatched' | 'matched' | 'setaside' | 'debit' | 'probablysame' | 'merged'

/** A row of `bank_allocation`. */
export type AllocationRow = {
  line_id: string
  order_id: string
  amount_kobo: number
  rule: string
  approving: string | null
  /** ISO 8601. */
  allocated_at: string
  allocated_by: string
}

/** By order id. */
export type Allocations = ReadonlyMap<string, AllocationRow>
export type Line = { row: LineRow; allocations: Allocations }

/** Everything that one batch changes. Lines and their parts are replaced, never changed in place. */
export type BankBatch = {
  accounts: unknown[]
  statements: StatementRow[]
  /** Rows of `bank_arrived`. */
  arrived: Map<string, { statement_id: string }>
  lines: Map<string, Line>
  /** The lines as they were loaded; those of this batch are not among them. */
  before: Map<string, Line>
  /** Differences to rows of `bank_day`, by account, day and status, joined by spaces. */
  days: Map<string, { lines: number; amount_kobo: number; allocated_kobo: number }>
  /** Rows of `bank_line_order`. */
  paid: { order_id: string; line_id: string }[]
  /** Lines into which others were merged. */
  mergedInto: Set<string>
  /** Lines that came or went, or whose texts changed: a reversal may come or go. */
  toCompare: Set<string>
}

/** The columns of `bank_statement` that the projection itself reads. */
export type StatementRow = { statement_id: string; bank_account_id: string; first_day: string }

export const emptyBatch = (): BankBatch => ({
  accounts: [],
  statements: [],
  arrived: new Map(),
  lines: new Map(),
  before: new Map(),
  days: new Map(),
  paid: [],
  mergedInto: new Set(),
  toCompare: new Set(),
})
