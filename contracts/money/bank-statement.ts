import { z } from 'zod'
import { ListQuery } from '../list.ts'
import { givenText, identifier, requiredText } from '../text.ts'
import { BankLine } from './bank-line.ts'
import { StatementFormat, StatementMapping, StatementSample } from './statement.ts'

/** How many of a file's lines are new, already known, or probable duplicates. */
export const StatementCounts = z.object({
  rows: z.int(),
  new: z.int(),
  known: z.int(),
  probablySame: z.int(),
})
export type StatementCounts = z.infer<typeof StatementCounts>

/** How many of a file's lines a preview shows. */
export const previewedLines = 50
/** How many rows of each kind a preview lists individually; one more entry represents the rest. */
export const maxRefused = 500
/** For how many minutes a preview can be imported. */
export const previewMinutes = 60

/** A file compared with the known lines of its days. */
export const StatementOverlap = z.object({
  /** How many of its days are covered by imported statements. */
  days: z.int(),
  /** How many of its lines on these days are already known. */
  known: z.int(),
  /** How many known lines of these days it lacks. */
  missing: z.int(),
  /** On how many of these days its balances differ from those of the imported statements. */
  contradicts: z.int(),
})
export type StatementOverlap = z.infer<typeof StatementOverlap>

/** Whether a file seems to belong to another account: then a person must confirm the import. */
export const isDoubtful = ({ missing, contradicts }: StatementOverlap): boolean =>
  missing > 0 || contradicts > 0

/** A word in a column of a table, and how many rows contain it. */
const wordCount = z.object({ word: givenText, rows: z.int() })

const namedRows = z.array(z.object({ row: z.int(), message: givenText }))

/**
 * What a file contains: `rows` is the sum of `new`, `known`, `probablySame` and the rows that
 * `refused` and `notMoney` list or, beyond `maxRefused`, represent.
 */
export const StatementPreview = StatementCounts.extend({
  previewId: z.uuid(),
  format: StatementFormat,
  /** Null for a format whose fields have names. */
  mapping: StatementMapping.nullable(),
  /** A sample of the file's table; null for a format whose fields have names. */
  sample: StatementSample.nullable(),
  /** Whether a person must still confirm that the lines have no texts. */
  narrationUnclear: z.boolean(),
  /** Rows are numbered from 1. */
  refused: namedRows,
  /**
   * Rows that were read but are not lines: the money has not arrived, is not booked, or is in
   * another currency.
   */
  notMoney: namedRows,
  /** Words in the state column that a person must first explain, in `mapping.states`. */
  unknownStates: z.array(wordCount),
  /**
   * Columns that may say whether the money arrived, but in unknown words: a person first picks the
   * right one in `mapping.columns.state`, or null for none.
   */
  perhapsStates: z.array(z.object({ column: z.int(), words: z.array(wordCount) })),
  /** Words in the direction column that a person must first explain, in `mapping.directions`. */
  unknownDirections: z.array(wordCount),
  openingBalanceKobo: z.int().nullable(),
  closingBalanceKobo: z.int().nullable(),
  /** Null if no line could be read. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** Null if the file has no balances to check its lines against. */
  balanced: z.boolean().nullable(),
  dateOrderUnclear: z.boolean(),
  /**
   * Whether the direction of some rows is unknown: the amounts have no signs, some row reads like
   * money that left, and neither the balances nor a column tell which rows are credits. A person
   * must first say that all are, with `mapping.creditsOnly`, or name the column that tells, in
   * `mapping.columns`.
   */
  directionUnclear: z.boolean(),
  overlap: StatementOverlap,
  /** The account numbers in the file, as written there. */
  accounts: z.array(givenText),
  /** The account whose lines are read; null if the file names none. */
  account: givenText.nullable(),
  /** Whether a person must still pick one of several accounts. */
  accountUnclear: z.boolean(),
  lines: z.array(BankLine),
})
export type StatementPreview = z.infer<typeof StatementPreview>

/** `POST /api/admin/bank-statements`; `confirm` answers the question raised by `isDoubtful`. */
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

/** The maximum length of the reason for undoing an import. */
export const maxUndoReason = 500

/** `POST /api/admin/bank-statements/{statementId}/take-back`. */
export const UndoImport = z.object({
  reason: requiredText('Please give the reason', maxUndoReason),
})

/** How many lines are withdrawn, and how many stay because another statement contains them too. */
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

/** An import, running or finished; `new`, `known` and `probablySame` are 0 until it finishes. */
export const StatementProgress = DescribedStatement.extend({
  state: z.enum(['importing', 'done', 'failed']),
  /** How many of `rows` have been processed. */
  done: z.int(),
  /** Why it failed; empty if it did not. */
  problem: givenText,
  /** How many orders are approved and paid by the lines this import added. */
  settled: z.int(),
})
export type StatementProgress = z.infer<typeof StatementProgress>

/** An imported file, as listed. */
export const BankStatement = DescribedStatement.extend({
  openingBalanceKobo: z.int().nullable(),
  closingBalanceKobo: z.int().nullable(),
  importedAt: z.iso.datetime(),
  /** The name of the person who imported it. */
  importedBy: givenText,
  /** Empty if unknown, for example if an earlier release imported the file. */
  fileName: givenText,
  /** When, by whom and why the import was undone; null unless it was. */
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
