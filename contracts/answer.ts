import { z } from 'zod'
import { givenText, identifier } from './text.ts'

/** The answer to every command. `message` and `responseMessage` hold the same text, for people. */
export const CommandAnswer = z.object({
  isSuccessful: z.literal(true),
  message: givenText,
  responseMessage: givenText,
})
export type CommandAnswer = z.infer<typeof CommandAnswer>

/**
 * Which ids a bulk command succeeded for and which it failed for; one bad id does not stop the
 * rest.
 */
export const BulkAnswer = CommandAnswer.extend({
  result: z.array(givenText),
  failed: z.array(z.object({ id: givenText, message: givenText })),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

/** Every error answer, whatever its status. It never contains a stack trace. */
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

/** The answer to every query: `{ result: ... }`. */
export const resultOf = <S extends z.ZodType>(schema: S) => z.object({ result: schema })

/** The ids for a bulk command: a JSON array, or `{ ids: [...] }`; 1 to 500 of them. */
export const BulkIds = z
  .union([
    z.array(identifier()),
    z.object({ ids: z.array(identifier()) }).transform(({ ids }) => ids),
  ])
  .pipe(z.array(identifier().min(1)).min(1, 'Please select at least one').max(500))
