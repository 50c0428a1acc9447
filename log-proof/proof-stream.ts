import { z } from 'zod'
import { canonicalJson } from './canonical-json.ts'
import { type KeyChange, openKeyChange } from './key-change.ts'
import type { LoggedEvent } from './leaf.ts'
import { verifierKey } from './note.ts'

// What the log says about its own proof. `contracts/log-proof/events.ts` describes these events,
// and command-api appends them.

/** The stream of these events. */
export const proofStream = 'log-proof'

export const begunType = 'LogProofBegun'

const Begun = z.object({
  origin: z.string(),
  verifierKey: z.string(),
  macsFrom: z.int().min(0),
})
/** What the stream's first event fixes. */
type Begun = z.output<typeof Begun>

/** Null unless it is the stream's first event and valid. */
export const begunBy = ({ stream, revision, type, data }: LoggedEvent): Begun | null => {
  if (stream !== proofStream || revision !== 0 || type !== begunType) return null
  return Begun.safeParse(data).data ?? null
}

const changedType = 'LogSigningKeyChanged'

/** The data of the event that records a change in the log: the note, and what it says. */
export const dataOfChange = ({ note, from, to, size, root }: KeyChange) => ({
  origin: from.name,
  from: verifierKey(from),
  to: verifierKey(to),
  size,
  root: root.toString('base64'),
  note,
})

/**
 * The change of the signing key that an event records; null if the two keys have not both signed
 * exactly what it says, and undefined for any other event.
 */
export const keyChangeOf = ({ stream, type, data }: LoggedEvent): KeyChange | null | undefined => {
  if (stream !== proofStream || type !== changedType) return undefined
  const change = typeof data.note === 'string' ? openKeyChange(data.note) : null
  return change && canonicalJson(dataOfChange(change)) === canonicalJson(data) ? change : null
}
