import { z } from 'zod'
import { givenText } from './text.ts'

/** The answer to a command. `message` and `responseMessage` hold the same text, for people. */
export const CommandAnswer = z.object({
  isSuccessful: z.literal(true),
  message: givenText,
  responseMessage: givenText,
})
export type CommandAnswer = z.infer<typeof CommandAnswer>

/** A position in the event log, as digits; Postgres stores it as `int8`. */
export const LogPosition = z.string().regex(/^\d{1,18}$/, 'A position is a number in digits')

/**
 * The answer to a command on one row. `position` is the log position of the last event that changed
 * the row.
 */
export const RowCommandAnswer = CommandAnswer.extend({ position: givenText })
export type RowCommandAnswer = z.infer<typeof RowCommandAnswer>

/** The body of every error. It never contains a stack trace. */
export const ErrorAnswer = z.object({
  isSuccessful: z.literal(false),
  statusCode: z.int(),
  /** The name of the status, such as `Conflict`. */
  error: givenText,
  message: givenText,
  responseMessage: givenText,
  /** For an invalid body: each invalid field with its error. */
  details: z.array(z.object({ path: givenText, message: givenText })).optional(),
})

/** The answer to every query: `{ result: ... }`. */
export const resultOf = <S extends z.ZodType>(schema: S) => z.object({ result: schema })
