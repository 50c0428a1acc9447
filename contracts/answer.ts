import { z } from 'zod'

/** Every answer of a command. `message` and `responseMessage` are the same text, for a person. */
export const CommandAnswer = z.object({
  isSuccessful: z.literal(true),
  message: z.string(),
  responseMessage: z.string(),
})
export type CommandAnswer = z.infer<typeof CommandAnswer>

/** What a bulk command could do and what not; one bad id does not stop the rest. */
export const BulkAnswer = CommandAnswer.extend({
  result: z.array(z.string()),
  failed: z.array(z.object({ id: z.string(), message: z.string() })),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

/** Every error, whatever its status. Never a stack trace. */
export const ErrorAnswer = z.object({
  isSuccessful: z.literal(false),
  statusCode: z.int(),
  /** The status in words: `Conflict`. */
  error: z.string(),
  message: z.string(),
  responseMessage: z.string(),
  /** For an invalid body: each field with the specification's text. */
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>

/** What a read answers: `{ result: ... }`. */
export const resultOf = <S extends z.ZodType>(schema: S) => z.object({ result: schema })

/** Ids of a bulk command: a JSON array, or `{ ids: [...] }`; 1 to 500 of them. */
export const BulkIds = z
  .union([z.array(z.string()), z.object({ ids: z.array(z.string()) }).transform(({ ids }) => ids)])
  .pipe(z.array(z.string().min(1).max(64)).min(1, 'Please select at least one').max(500))
