import { beginning, type Position } from '@strand/event-sourcing/event-store/event-store'
import { type KeyChange, problemWithChange } from './key-change.ts'
import type { LoggedEvent } from './leaf.ts'
import { parseVerifierKey, type Verifier } from './note.ts'
import { begunBy, keyChangeOf } from './proof-stream.ts'

/** A key that signs every checkpoint from the event at `since` until the next key takes over. */
type KeyInForce = { key: Verifier; since: Position }

export type KeyChain = {
  /** Empty until the log has an event that names its first key. */
  keys: KeyInForce[]
  changes: (KeyChange & { position: Position })[]
  /**
   * The first event whose key or change of keys is not valid (for example, a change that one of its
   * two keys has not signed); null if there is none.
   */
  wrong: { position: Position; what: string } | null
}

/** @param events all events of the stream `log-proof` */
export const openKeyChain = (events: (LoggedEvent & { position: Position })[]): KeyChain => {
  const chain: KeyChain = { keys: [], changes: [], wrong: null }
  for (const event of events) {
    const { position } = event
    const passed = passKeyEvent(
      chain.keys.map(({ key }) => key),
      event,
    )
    if (passed === null) continue
    if ('problem' in passed) return { ...chain, wrong: { position, what: passed.problem } }
    chain.keys.push({ key: passed.key, since: passed.change ? position : beginning })
    if (passed.change) chain.changes.push({ ...passed.change, position })
  }
  return chain
}

/**
 * Reads what an event says about the signing keys. Returns null if the event does not concern them.
 * The first event of the stream `log-proof` names the first key.
 *
 * @param keys the log's keys before the event; the last one is in force
 */
export const passKeyEvent = (
  keys: Verifier[],
  event: LoggedEvent,
): { key: Verifier; change?: KeyChange } | { problem: string } | null => {
  const begun = begunBy(event)
  if (begun) {
    try {
      return { key: parseVerifierKey(begun.verifierKey) }
    } catch {
      return { problem: 'the first signing key is no key' }
    }
  }
  const change = keyChangeOf(event)
  if (change === undefined) return null
  const problem = problemWithChange(keys, change)
  return problem !== null || !change ? { problem: problem ?? '' } : { key: change.to, change }
}

export const keyAt = ({ keys }: KeyChain, position: Position): Verifier | undefined =>
  keys.findLast(({ since }) => since <= position)?.key
