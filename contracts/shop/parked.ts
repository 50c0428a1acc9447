import { z } from 'zod'
import { givenText } from '../text.ts'

/** Kinds of things in staff's lists, by their names in API paths. */
export const ParkedKind = z.enum(['order', 'product', 'delivery-location', 'sales', 'user'])
export type ParkedKind = z.infer<typeof ParkedKind>

/**
 * `GET /api/admin/parked`: for each kind, the number of things with a parked stream, and the first
 * 20 ids. Screens cannot show the latest changes to these things. A kind without any is left out.
 */
export const ParkedStreams = z.object({ kind: ParkedKind, total: z.int(), ids: z.array(givenText) })
export type ParkedStreams = z.infer<typeof ParkedStreams>
