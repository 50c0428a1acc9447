import { z } from 'zod'
import { givenText } from '../text.ts'

/** The kinds of things that staff have lists of, named as in the API's paths. */
export const ParkedKind = z.enum(['order', 'product', 'delivery-location', 'sales', 'user'])
export type ParkedKind = z.infer<typeof ParkedKind>

/**
 * `GET /api/admin/parked`: for one kind, how many have a parked stream (an event that cannot be
 * shown yet), and the ids of the first 20 of them. A kind without any is left out.
 */
export const ParkedStreams = z.object({ kind: ParkedKind, total: z.int(), ids: z.array(givenText) })
export type ParkedStreams = z.infer<typeof ParkedStreams>
