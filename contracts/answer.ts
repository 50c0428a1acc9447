import { z } from 'zod'
import { givenText, identifier } from './text.ts'

/** Every answer of a command. `message` and `responseMessage` are the same text, for a person. */
export const CommandAnswer = z.object({
  isSuccessful: z.literal(true),
  message: givenText,
  responseMessage: givenText,
})
export type CommandAnswer = z.infer<typeof CommandAnswer>

/** What a bulk command could do and what not; one bad id does not stop the rest. */
export const BulkAnswer = CommandAnswer.extend({
  result: z.array(givenText),
  failed: z.array(z.object({ id: givenText, message: givenText })),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

/** Every error, whatever its status. Never a stack trace. */
export const ErrorAnswer = z.object({
  isSuccessful: z.literal(false),
  statusCode: z.int(),
  /** The status in words: `Conflict`. */
  error: givenText,
  message: givenText,
  responseMessage: givenText,
  /** For an invalid body: each field with the specification's text. */
  details: z.array(z.object({ path: givenText, message: givenText })).optional(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>

/** What a read answers: `{ result: ... }`. */
export const resultOf = <S extends z.ZodType>(schema: S) => z.object({ result: schema })

/** Ids of a bulk command: a JSON array, or `{ ids: [...] }`; 1 to 500 of them. */
export const BulkIds = z
  .union([
    z.array(identifier()),
    z.object({ ids: z.array(identifier()) }).transform(({ ids }) => ids),
  ])
  .pipe(z.array(identifier().min(1)).min(1, 'Please select at least one').max(500))
