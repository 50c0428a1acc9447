import { z } from 'zod'
import { ListQuery } from '../list.ts'
import { givenText, identifier, requiredText } from '../text.ts'
import { BankLine } from './bank-line.ts'
import { StatementFormat, StatementMapping, StatementSample } from './statement.ts'

/** How many lines of a file are recorded, known from before, or may be known in other words. */
export const StatementCounts = z.object({
  rows: z.int(),
  new: z.int(),
  known: z.int(),
  probablySame: z.int(),
})
export type StatementCounts = z.infer<typeof StatementCounts>

/** The lines of a file that a preview shows. */
export const previewedLines = 50
/** The rows that a preview names one by one, of each kind; one more entry stands for the others. */
export const maxRefused = 500
/** Minutes that a preview can be imported. */
export const previewMinutes = 60

/** A file compared with the known lines of its days. */
export const StatementOverlap = z.object({
  /** Those of its days that imported statements cover. */
  days: z.int(),
  /** Its lines of these days that are known. */
  known: z.int(),
  /** Lines that are known of these days and that it does not have. */
  missing: z.int(),
  /** Days on which its balances contradict the statements. */
  contradicts: z.int(),
})
export type StatementOverlap = z.infer<typeof StatementOverlap>

/** Whether a file looks like another account's: then it is imported only if a person says so. */
export const isDoubtful = ({ missing, contradicts }: StatementOverlap): boolean =>
  missing > 0 || contradicts > 0

/** A word of a table's column, and how many rows have it. */
const wordCount = z.object({ word: givenText, rows: z.int() })

const namedRows = z.array(z.object({ row: z.int(), message: givenText }))

/** What a file says: `rows = new + known + probablySame + refused.length + notMoney.length`. */
export const StatementPreview = StatementCounts.extend({
  previewId: z.uuid(),
  format: StatementFormat,
  /** Null for a format that names its fields. */
  mapping: StatementMapping.nullable(),
  /** What the file of a table looks like; null for a format that names its fields. */
  sample: StatementSample.nullable(),
  /** Whether a person still has to say that the lines have no texts. */
  narrationUnclear: z.boolean(),
  /** Rows are counted from 1. */
  refused: namedRows,
  /** Rows that are read and are no lines: not arrived, not booked, or in another currency. */
  notMoney: namedRows,
  /** Words of states that a person has to explain first, in `mapping.states`. */
  unknownStates: z.array(wordCount),
  /**
   * Columns that may say whether the money arrived, in words that are not known: a person says first
   * which one does, or that none does (null), in `mapping.columns.state`.
   */
  perhapsStates: z.array(z.object({ column: z.int(), words: z.array(wordCount) })),
  openingBalanceKobo: z.int().nullable(),
  closingBalanceKobo: z.int().nullable(),
  /** Null if no line could be read. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** Null if the file has no balances to check its lines by. */
  balanced: z.boolean().nullable(),
  dateOrderUnclear: z.boolean(),
  overlap: StatementOverlap,
  /** The numbers, as the file has them, of the accounts that it has statements of. */
  accounts: z.array(givenText),
  /** The one whose lines are read; null if the file names none. */
  account: givenText.nullable(),
  /** Whether a person still has to say which of several accounts is meant. */
  accountUnclear: z.boolean(),
  lines: z.array(BankLine),
})
export type StatementPreview = z.infer<typeof StatementPreview>

/** `POST /api/admin/bank-statements`; `confirm` answers the question that `isDoubtful` raises. */
export const ImportStatement = z.object({
  previewId: identifier(64),
  confirm: z.boolean().default(false),
})
export type ImportStatement = z.infer<typeof ImportStatement>

export const ImportedStatement = StatementCounts.extend({
  statementId: z.uuid(),
  /** Rows that are no lines: `rows = new + known + probablySame + notMoney`. */
  notMoney: z.int(),
})
export type ImportedStatement = z.infer<typeof ImportedStatement>

/** Characters of the reason for undoing an import. */
export const maxUndoReason = 500

/** `POST /api/admin/bank-statements/{statementId}/take-back`. */
export const UndoImport = z.object({
  reason: requiredText('Please give the reason', maxUndoReason),
})

/** How many lines are withdrawn, and how many stay because another statement has them, too. */
export const TakenBackStatement = z.object({
  statementId: z.uuid(),
  withdrawn: z.int(),
  kept: z.int(),
})

const DescribedStatement = ImportedStatement.extend({
  bankAccountId: z.uuid(),
  format: StatementFormat,
  from: z.iso.date(),
  to: z.iso.date(),
})

/** An import, while it runs and afterwards; `new`, `known` and `probablySame` are 0 until it is done. */
export const StatementProgress = DescribedStatement.extend({
  state: z.enum(['importing', 'done', 'failed']),
  /** Lines that have been looked at, of `rows`. */
  done: z.int(),
  /** Why it failed; empty otherwise. */
  problem: givenText,
  /** Orders that are approved and that the lines which it brought pay. */
  settled: z.int(),
})
export type StatementProgress = z.infer<typeof StatementProgress>

/** An imported file, as the list has it. */
export const BankStatement = DescribedStatement.extend({
  openingBalanceKobo: z.int().nullable(),
  closingBalanceKobo: z.int().nullable(),
  importedAt: z.iso.datetime(),
  /** The name of who imported it. */
  importedBy: givenText,
  /** Empty if it is not known, for example of a file that an earlier release imported. */
  fileName: givenText,
  /** When its import was undone, by whom and why; null while it stands. */
  takenBack: z
    .object({
      at: z.iso.datetime(),
      by: givenText,
      reason: givenText,
      withdrawn: z.int(),
      kept: z.int(),
    })
    .nullable(),
})
export type BankStatement = z.infer<typeof BankStatement>

/** `GET /api/admin/bank-statements`. */
export const BankStatementQuery = ListQuery.extend({ bankAccountId: identifier(64).default('') })
