import { Rejected } from '../errors.ts'
import type { Position } from '../event-store/event-store.ts'
import type { Log } from '../log.ts'

type BulkOutcome = {
  /** The ids of commands that succeeded, in the order in which they were given. */
  done: string[]
  failed: { id: string; message: string }[]
  /** Maps each id in `done` to the position of its command's event, if the command recorded one. */
  positions: Record<string, string>
  /** The position of the last event that any command caused; null if there was no event. */
  position: Position | null
}

export type Recorded = {
  /** The position of the command's event; null if there was nothing to record. */
  position: Position | null
  /**
   * The position of the last event that the command caused in another stream, if it is after the
   * command's own event.
   */
  later?: Position | null
}

/** How many commands run at a time: several, because their appends can then share commits. */
const width = 16

/**
 * Runs one command per id; a command that is refused or fails does not stop the others. Throws
 * `Rejected('unavailable')` only if no command succeeded and a dependency was unavailable.
 */
export const inBulk = async (
  ids: string[],
  act: (id: string) => Promise<Recorded>,
  log: Pick<Log, 'error'>,
): Promise<BulkOutcome> => {
  const distinct = [...new Set(ids)]
  const outcomes = new Map<string, Recorded | { error: unknown }>()
  const remaining = [...distinct]
  const work = async () => {
    for (let id = remaining.shift(); id !== undefined; id = remaining.shift()) {
      outcomes.set(id, await act(id).catch((error: unknown) => ({ error })))
    }
  }
  await Promise.all(Array.from({ length: width }, work))

  const result: BulkOutcome = { done: [], failed: [], positions: {}, position: null }
  let unavailable: Rejected | undefined
  for (const id of distinct) {
    const outcome = outcomes.get(id)
    if (!outcome) continue
    if ('position' in outcome) {
      result.done.push(id)
      const { position, later = null } = outcome
      if (position !== null) result.positions[id] = String(position)
      const last = later ?? position
      if (last !== null && (result.position === null || last > result.position))
        result.position = last
      continue
    }
    const { error } = outcome
    if (error instanceof Rejected) {
      if (error.code === 'unavailable') unavailable = error
      result.failed.push({ id, message: error.message })
      continue
    }
    log.error({ err: error }, 'one part of a bulk command failed')
    result.failed.push({ id, message: 'Something went wrong on our side, please try again' })
  }
  if (unavailable && result.done.length === 0) throw unavailable
  return result
}
