import { z } from 'zod'
import { givenText } from './text.ts'

/** What staff keep lists of, by the names that the calls' paths have. */
export const ParkedKind = z.enum(['order', 'product', 'delivery-location', 'sales', 'user'])
export type ParkedKind = z.infer<typeof ParkedKind>

/**
 * `GET /api/admin/parked`: of one kind, how many have an event that cannot be shown yet, and the ids
 * of the first 20 of them. A kind without any is left out.
 */
export const Parked = z.object({ kind: ParkedKind, total: z.int(), ids: z.array(givenText) })
export type Parked = z.infer<typeof Parked>
