import { z } from 'zod'

/** How a bank writes its statements; decision 204 says what reads each. */
export const StatementFormat = z.enum(['csv', 'xlsx', 'ofx', 'camt', 'mt940'])
export type StatementFormat = z.infer<typeof StatementFormat>

export const maximumStatementRows = 200_000
/** Columns of a table that are read; what stands to the right of them is ignored. */
export const maximumStatementColumns = 64

const column = z
  .int('A column is a number from 0')
  .min(0, 'A column is a number from 0')
  .max(maximumStatementColumns - 1, `A column is at most ${maximumStatementColumns - 1}`)
const optionalColumn = column.nullable().default(null)

/** Whether `03/04/2026` is the third of April or the fourth of March. */
export const DateOrder = z.enum(['DMY', 'MDY', 'YMD'])
export type DateOrder = z.infer<typeof DateOrder>

/** What stands where in a table. Columns and the header's row are numbers from 0. */
export const StatementMapping = z.object({
  headerRow: z.int().min(0).max(maximumStatementRows).nullable().default(null),
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
  }),
  dateOrder: DateOrder.nullable().default(null),
})
export type StatementMapping = z.infer<typeof StatementMapping>
