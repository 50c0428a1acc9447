import { Rejected } from '../errors.ts'
import type { Position } from '../event-store/event-store.ts'
import type { Log } from '../log.ts'

export type BulkOutcome = {
  /** Ids as given, in the given order. */
  done: string[]
  failed: { id: string; message: string }[]
  /** Of each id in `done`. */
  positions: Record<string, string>
  /** Position of the very last event; null when no command succeeded. */
  position: Position | null
}

/** Commands at a time: enough for their appends to share commits. */
const width = 16

/**
 * Runs one command per id; a refusal or failure of one does not stop the others. Throws only when
 * no command could run because a dependency was unavailable.
 */
export const inBulk = async (
  ids: string[],
  act: (id: string) => Promise<Position | null>,
  log: Pick<Log, 'error'>,
): Promise<BulkOutcome> => {
  const distinct = [...new Set(ids)]
  const outcomes = new Map<string, { position: Position | null } | { error: unknown }>()
  const remaining = [...distinct]
  const work = async () => {
    for (let id = remaining.shift(); id !== undefined; id = remaining.shift()) {
      const outcome = await act(id).then(
        (position) => ({ position }),
        (error: unknown) => ({ error }),
      )
      outcomes.set(id, outcome)
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
      const { position } = outcome
      if (position !== null) result.positions[id] = String(position)
      if (position !== null && (result.position === null || position > result.position))
        result.position = position
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
