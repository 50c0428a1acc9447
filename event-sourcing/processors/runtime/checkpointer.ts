import { withTimeout } from '../../async/with-timeout.ts'
import type { RecordedEvent } from '../../event-store/event-store.ts'
import {
  type CheckpointAdvance,
  CheckpointMoved,
  moveCheckpoint,
  readCheckpoint,
} from './checkpoint.ts'
import { type Checkpoint, referenceTo } from './log-identity.ts'
import type { Lease } from './processor.ts'

/** Timeout for checking an idle connection, in milliseconds. */
const checkTimeout = 3_000

/**
 * A lease's position, in memory and in the table. `state.position` can be ahead of the table by
 * events that need no write, until the next rows are written or `save` is called.
 */
export const openCheckpointer = ({ processor, connection, state }: Lease, from: Checkpoint) => {
  let stored = from.position
  let { lastEvent } = from
  let unsaved = 0
  let movedAt = Date.now()

  const move = (to: CheckpointAdvance) => moveCheckpoint(connection, processor, stored, to)
  const moved = ({ position, at, ...passed }: CheckpointAdvance) => {
    stored = position
    lastEvent = passed.lastEvent
    state.position = position
    state.seenAt = at
    unsaved = 0
    movedAt = Date.now()
  }

  return {
    skip: (events: RecordedEvent[], last: RecordedEvent) => {
      state.position = last.position
      state.seenAt = last.recordedAt
      lastEvent = referenceTo(last)
      unsaved += events.length
    },
    /** The checkpoint's advance over the written events and the skipped events before them. */
    advanceOver: (events: RecordedEvent[], last: RecordedEvent): CheckpointAdvance => ({
      position: last.position,
      count: unsaved + events.length,
      at: last.recordedAt,
      lastEvent: referenceTo(last),
    }),
    /** The first statement of a transaction; call `moved` once the transaction is committed. */
    move,
    moved,
    /**
     * Writes `state.position` to the table, unless the table was updated in the last `notWithin`
     * milliseconds.
     */
    save: async (notWithin = 0): Promise<void> => {
      if (state.position === stored || Date.now() - movedAt < notWithin) return
      const at = state.seenAt ?? new Date()
      const to = { position: state.position, count: unsaved, at, lastEvent }
      await move(to)
      moved(to)
    },
    /** How far the processor has got, including events that the table does not count yet. */
    reached: (): Checkpoint => ({ position: state.position, lastEvent }),
    /** Throws if another process changed the table, or on a timeout. */
    check: async (): Promise<void> => {
      const table = await withTimeout(checkTimeout, readCheckpoint(connection, processor))
      if (table?.position !== stored)
        throw new CheckpointMoved(
          `The checkpoint of ${processor.kind} ${processor.name} was moved or removed`,
        )
    },
  }
}

export type Checkpointer = ReturnType<typeof openCheckpointer>
