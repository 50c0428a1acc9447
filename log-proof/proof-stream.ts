import { z } from 'zod'
import { canonicalJson } from './canonical-json.ts'
import { type KeyChange, openKeyChange } from './key-change.ts'
import type { LoggedEvent } from './leaf.ts'
import { verifierKey } from './note.ts'

// The events with which the log describes its own proof. `contracts/log-proof/events.ts` defines
// them, and command-api appends them.

export const proofStream = 'log-proof'

export const begunType = 'LogProofBegun'

const Begun = z.object({
  origin: z.string(),
  verifierKey: z.string(),
  macsFrom: z.int().min(0),
})
type Begun = z.output<typeof Begun>

/** The data of the stream's first event; null for any other or invalid event. */
export const begunBy = ({ stream, revision, type, data }: LoggedEvent): Begun | null => {
  if (stream !== proofStream || revision !== 0 || type !== begunType) return null
  return Begun.safeParse(data).data ?? null
}

const changedType = 'LogSigningKeyChanged'

/** The data of the event that records a change of keys: the note, and what the note says. */
export const dataOfChange = ({ note, from, to, size, root }: KeyChange) => ({
  origin: from.name,
  from: verifierKey(from),
  to: verifierKey(to),
  size,
  root: root.toString('base64'),
  note,
})

/**
 * The change of keys that an event records; undefined if the event is of another type. Null if the
 * two keys have not both signed exactly what the event says.
 */
export const keyChangeOf = ({ stream, type, data }: LoggedEvent): KeyChange | null | undefined => {
  if (stream !== proofStream || type !== changedType) return undefined
  const change = typeof data.note === 'string' ? openKeyChange(data.note) : null
  return change && canonicalJson(dataOfChange(change)) === canonicalJson(data) ? change : null
}
