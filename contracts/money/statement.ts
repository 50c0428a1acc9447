import { z } from 'zod'
import { givenText, optionalLine } from '../text.ts'

/** The formats in which banks write statements; decision 204 names the reader of each. */
export const StatementFormat = z.enum(['csv', 'xlsx', 'ofx', 'camt', 'mt940'])
export type StatementFormat = z.infer<typeof StatementFormat>

export const maxStatementRows = 200_000
/** How many columns of a table are read; any further ones are ignored. */
export const maxStatementColumns = 64

const column = z
  .int('A column is a whole number, counted from 0')
  .min(0, 'A column is a whole number, counted from 0')
  .max(maxStatementColumns - 1, `A column is at most ${maxStatementColumns - 1}`)
const optionalColumn = column.nullable().default(null)

/** Whether `03/04/2026` is the third of April or the fourth of March. */
export const DateOrder = z.enum(['DMY', 'MDY', 'YMD'])
export type DateOrder = z.infer<typeof DateOrder>

/**
 * What a status word of the bank means for a transfer: its money arrived, or it did not or not yet.
 */
export const StateMeaning = z.enum(['arrived', 'not'])
export type StateMeaning = z.infer<typeof StateMeaning>

/**
 * What a direction word of the bank means for a transfer: money came in, or went out; `open`: the
 * word does not say.
 */
export const DirectionMeaning = z.enum(['in', 'out', 'open'])
export type DirectionMeaning = z.infer<typeof DirectionMeaning>

/** How many of a column's words a person can explain for one table. */
export const maxWords = 50
const meaningsOf = <Meaning extends z.ZodEnum>(meaning: Meaning, of: string) =>
  z
    .record(optionalLine(60), meaning)
    .refine((words) => Object.keys(words).length <= maxWords, `At most ${maxWords} ${of}, please`)
    .default({})

/** Which column of a table holds what. Columns and the header's row are numbers from 0. */
export const StatementMapping = z.object({
  headerRow: z.int().min(0).max(maxStatementRows).nullable().default(null),
  columns: z.object({
    bookedOn: optionalColumn,
    valueOn: optionalColumn,
    narration: z.array(column).max(10).default([]),
    payer: optionalColumn,
    reference: optionalColumn,
    debit: optionalColumn,
    credit: optionalColumn,
    amount: optionalColumn,
    balance: optionalColumn,
    /**
     * If missing, as in mappings stored before this column existed, it is guessed; null if there is
     * none.
     */
    state: column.nullable().exactOptional(),
    currency: column.nullable().exactOptional(),
    direction: column.nullable().exactOptional(),
  }),
  dateOrder: DateOrder.nullable().default(null),
  /**
   * What the words in the status column mean, according to a person; the words are in lower case.
   */
  states: meaningsOf(StateMeaning, 'states'),
  /** The same for the words in the direction column. */
  directions: meaningsOf(DirectionMeaning, 'directions'),
  /** A person said that amounts whose direction cannot be determined are incoming money. */
  creditsOnly: z.boolean().default(false),
})
export type StatementMapping = z.infer<typeof StatementMapping>

/** How many of a file's first rows a preview shows, and how many characters of each cell. */
export const sampledRows = 12
export const sampledCell = 120

/**
 * Rows of a table as they are in the file: the first ones, and the heading with some lines below
 * it.
 */
export const StatementSample = z.object({
  /** Each row with its number in the file, from 1. */
  rows: z.array(z.object({ row: z.int().min(1), cells: z.array(givenText) })),
  /** The row taken for the heading, from 0 as in the mapping; null if there is none. */
  headerRow: z.int().min(0).nullable(),
})
export type StatementSample = z.infer<typeof StatementSample>
