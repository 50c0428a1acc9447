import { z } from 'zod'
import { givenText } from '../text.ts'

/** The kinds of things that staff see in lists, by their names in the API's paths. */
export const ParkedKind = z.enum(['order', 'product', 'delivery-location', 'sales', 'user'])
export type ParkedKind = z.infer<typeof ParkedKind>

/**
 * `GET /api/admin/parked`: for each kind, how many have a parked stream (with an event that cannot
 * be shown yet), and the ids of the first 20. A kind without any is left out.
 */
export const ParkedStreams = z.object({ kind: ParkedKind, total: z.int(), ids: z.array(givenText) })
export type ParkedStreams = z.infer<typeof ParkedStreams>
