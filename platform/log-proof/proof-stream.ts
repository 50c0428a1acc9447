import { z } from 'zod'
import type { LoggedEvent } from './leaf.ts'

// What the log says of its own proof. `contracts/audit/events.ts` describes the events, and
// command-api appends them.

/** The stream of these events. */
export const proofStream = 'log-proof'

export const begunType = 'LogProofBegun'

const Begun = z.object({
  origin: z.string(),
  verifierKey: z.string(),
  macsFrom: z.int().min(0),
})
/** What the first event fixes. */
export type Begun = z.output<typeof Begun>

/** Null unless it is the first event of the stream, and whole. */
export const begunBy = ({ stream, revision, type, data }: LoggedEvent): Begun | null => {
  if (stream !== proofStream || revision !== 0 || type !== begunType) return null
  return Begun.safeParse(data).data ?? null
}
