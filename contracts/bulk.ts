import { z } from 'zod'
import { CommandAnswer, LogPosition } from './answer.ts'
import { givenText, identifier } from './text.ts'

/** The ids for which a bulk command succeeded or failed; a failure does not stop the rest. */
export const BulkAnswer = CommandAnswer.extend({
  result: z.array(givenText),
  failed: z.array(z.object({ id: givenText, message: givenText })),
  /** For each id in `result`, the position of the last event that changed that row. */
  positions: z.record(givenText, givenText),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

type Ids = { ids: string[]; positions: Record<string, string> }
type GivenIds = { ids: string[]; positions?: Record<string, string> }

/** Like `BulkIds`, with further details that apply to all ids; each detail has a default. */
export const bulkIdsWith = <Details extends object>(
  details: {
    [Name in keyof Details]: z.ZodType<Details[Name]>
  },
  /** A rule about several details together. */
  rule?: { holds: (details: Details) => boolean; path: (keyof Details & string)[]; error: string },
) =>
  z
    .union([
      z.array(identifier()).transform((ids): unknown => ({ ids, positions: {} })),
      z.object({
        ids: z.array(identifier()),
        positions: z.record(identifier(), LogPosition).default({}),
        ...details,
      }),
    ])
    .pipe(
      z
        .object({
          ids: z
            .array(identifier().min(1))
            .min(1, 'Please select at least one')
            .max(500, 'At most 500 at once, please'),
          positions: z.record(identifier(), LogPosition),
          ...details,
        })
        .refine((given) => rule?.holds(given as unknown as Details) ?? true, {
          path: rule?.path ?? [],
          error: rule?.error ?? '',
        }),
    ) as unknown as z.ZodType<Ids & Details, string[] | (GivenIds & Partial<Details>)>

/**
 * The ids for a bulk command, 1 to 500: a JSON array or `{ ids: [...] }`. `positions` holds, for
 * each order, the position that the caller saw, like the header `X-Seen-Position` for one order.
 */
export const BulkIds = bulkIdsWith<object>({})
