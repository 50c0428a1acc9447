import { z } from 'zod'
import { ListQuery } from '../list.ts'
import { givenText, identifier, requiredText } from '../text.ts'
import { BankLine } from './bank-line.ts'
import { StatementFormat, StatementMapping, StatementSample } from './statement.ts'

export const StatementCounts = z.object({
  rows: z.int(),
  new: z.int(),
  known: z.int(),
  probablySame: z.int(),
})
export type StatementCounts = z.infer<typeof StatementCounts>

export const previewedLines = 50
/**
 * The maximum number of rows that a preview lists in `refused`, and in `notMoney`. One more entry
 * in each list counts the rest.
 */
export const maxRefused = 500
export const previewMinutes = 60

/** A file, compared with the known lines of the days that it covers. */
export const StatementOverlap = z.object({
  /** How many of the file's days are covered by imported statements. */
  days: z.int(),
  /** How many of the file's lines on these days are known. */
  known: z.int(),
  /** How many known lines of these days the file lacks. */
  missing: z.int(),
  /** The number of these days on which the file and imported statements have different balances. */
  contradicts: z.int(),
})
export type StatementOverlap = z.infer<typeof StatementOverlap>

/** Whether the file may belong to another account. If so, a person must confirm the import. */
export const isDoubtful = ({ missing, contradicts }: StatementOverlap): boolean =>
  missing > 0 || contradicts > 0

const wordCount = z.object({ word: givenText, rows: z.int() })

const namedRows = z.array(z.object({ row: z.int(), message: givenText }))

/**
 * A file before its import. `rows` is the sum of `new`, `known`, `probablySame`, the refused rows
 * and the `notMoney` rows.
 */
export const StatementPreview = StatementCounts.extend({
  previewId: z.uuid(),
  format: StatementFormat,
  /** Null for a format with named fields. */
  mapping: StatementMapping.nullable(),
  /** A sample of the file's table; null for a format with named fields. */
  sample: StatementSample.nullable(),
  /** Whether a person must confirm that the lines have no narration. */
  narrationUnclear: z.boolean(),
  /** Rows that could not be read, with their numbers from 1. */
  refused: namedRows,
  /**
   * Rows that are not lines: the money has not arrived, is not booked, or is in another currency.
   */
  notMoney: namedRows,
  /** Words in the status column that a person must explain first, in `mapping.states`. */
  unknownStates: z.array(wordCount),
  /**
   * Columns that may be the status column, with their unknown words. A person must name the right
   * one in `mapping.columns.state`, or null if there is none.
   */
  perhapsStates: z.array(z.object({ column: z.int(), words: z.array(wordCount) })),
  /** Words in the direction column that a person must explain first, in `mapping.directions`. */
  unknownDirections: z.array(wordCount),
  openingBalanceKobo: z.int().nullable(),
  closingBalanceKobo: z.int().nullable(),
  /** Null if no line could be read. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** Whether the lines add up to the file's balances; null if the file has no balances. */
  balanced: z.boolean().nullable(),
  dateOrderUnclear: z.boolean(),
  /**
   * Whether the direction of some rows is unknown: amounts have no signs, some row reads like an
   * outgoing payment, and neither balances nor a column show which rows are credits. A person must
   * first say that all are credits (`mapping.creditsOnly`), or name the column with the direction
   * (`mapping.columns`).
   */
  directionUnclear: z.boolean(),
  overlap: StatementOverlap,
  /** The account numbers in the file, as the file writes them. */
  accounts: z.array(givenText),
  /** The account of the lines that were read; null if the file names none. */
  account: givenText.nullable(),
  /** Whether a person must choose one of several accounts. */
  accountUnclear: z.boolean(),
  lines: z.array(BankLine),
})
export type StatementPreview = z.infer<typeof StatementPreview>

/**
 * `POST /api/admin/bank-statements`. `confirm` says that a person has confirmed a doubtful file
 * (`isDoubtful`).
 */
export const ImportStatement = z.object({
  previewId: identifier(64),
  confirm: z.boolean().default(false),
})
export type ImportStatement = z.infer<typeof ImportStatement>

export const ImportedStatement = StatementCounts.extend({
  statementId: z.uuid(),
  /** Rows that are not lines: `rows = new + known + probablySame + notMoney`. */
  notMoney: z.int(),
})
export type ImportedStatement = z.infer<typeof ImportedStatement>

/** The maximum length of the reason for undoing an import, in characters. */
export const maxUndoReason = 500

/** `POST /api/admin/bank-statements/{statementId}/take-back`. */
export const UndoImport = z.object({
  reason: requiredText('Please give the reason', maxUndoReason),
})

/** How many lines were withdrawn, and how many stay because another statement has them, too. */
export const UndoneImport = z.object({
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

/** An import; `new`, `known` and `probablySame` are 0 until it is done. */
export const StatementProgress = DescribedStatement.extend({
  state: z.enum(['importing', 'done', 'failed']),
  /** How many of `rows` have been processed. */
  done: z.int(),
  /** Why the import failed; empty if it did not. */
  problem: givenText,
  /** How many orders were approved because the import's new lines pay for them. */
  settled: z.int(),
})
export type StatementProgress = z.infer<typeof StatementProgress>

export const BankStatement = DescribedStatement.extend({
  openingBalanceKobo: z.int().nullable(),
  closingBalanceKobo: z.int().nullable(),
  importedAt: z.iso.datetime(),
  importedBy: givenText,
  /** Empty if unknown, as for files that an earlier release imported. */
  fileName: givenText,
  /** Who undid the import, when and why; null if nobody did. */
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
