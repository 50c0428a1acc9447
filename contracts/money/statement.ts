import { z } from 'zod'
import { givenText, optionalLine } from '../text.ts'

/** The formats in which banks write statements; decision 204 names the reader of each. */
export const StatementFormat = z.enum(['csv', 'xlsx', 'ofx', 'camt', 'mt940'])
export type StatementFormat = z.infer<typeof StatementFormat>

export const maxStatementRows = 200_000
/** The maximum number of columns of a table that are read; further ones are ignored. */
export const maxStatementColumns = 64

const column = z
  .int('A column is a whole number, counted from 0')
  .min(0, 'A column is a whole number, counted from 0')
  .max(maxStatementColumns - 1, `A column is at most ${maxStatementColumns - 1}`)
const optionalColumn = column.nullable().default(null)

/** The order of day, month and year: with `DMY`, `03/04/2026` is in April, with `MDY` in March. */
export const DateOrder = z.enum(['DMY', 'MDY', 'YMD'])
export type DateOrder = z.infer<typeof DateOrder>

/** What a word in the status column means: the money arrived, or it did not (yet). */
export const StateMeaning = z.enum(['arrived', 'not'])
export type StateMeaning = z.infer<typeof StateMeaning>

/**
 * What a word in the direction column means: money came in, money went out, or (`open`) the word
 * does not say.
 */
export const DirectionMeaning = z.enum(['in', 'out', 'open'])
export type DirectionMeaning = z.infer<typeof DirectionMeaning>

/** The maximum number of a column's words that a person can explain. */
export const maxWords = 50
const meaningsOf = <Meaning extends z.ZodEnum>(meaning: Meaning, of: string) =>
  z
    .record(optionalLine(60), meaning)
    .refine((words) => Object.keys(words).length <= maxWords, `At most ${maxWords} ${of}, please`)
    .default({})

/** What the columns of a table mean. Columns and the header's row are numbered from 0. */
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
     * Absent in mappings stored before this field existed: the column is then guessed. Null: the
     * table has no such column.
     */
    state: column.nullable().exactOptional(),
    currency: column.nullable().exactOptional(),
    direction: column.nullable().exactOptional(),
  }),
  dateOrder: DateOrder.nullable().default(null),
  /** What a person says the words in the status column mean; the words are in lower case. */
  states: meaningsOf(StateMeaning, 'states'),
  /** What a person says the words in the direction column mean. */
  directions: meaningsOf(DirectionMeaning, 'directions'),
  /** A person says that amounts of unknown direction are incoming money. */
  creditsOnly: z.boolean().default(false),
})
export type StatementMapping = z.infer<typeof StatementMapping>

/** How many of a file's first rows a preview shows, and how many characters of a cell. */
export const sampledRows = 12
export const sampledCell = 120

/** Rows of a table as in the file: the first ones, and the header with some rows below it. */
export const StatementSample = z.object({
  /** The rows, each with its number in the file, from 1. */
  rows: z.array(z.object({ row: z.int().min(1), cells: z.array(givenText) })),
  /** The row that is taken for the header, from 0 as in the mapping; null if there is none. */
  headerRow: z.int().min(0).nullable(),
})
export type StatementSample = z.infer<typeof StatementSample>
