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

/** The timeout for checking an idle connection, in milliseconds. */
const checkTimeout = 3_000

/**
 * The position of a lease, in memory and in the table. `state.position` can be ahead of the table
 * by events that the processor only skipped, until the next rows are written or `save` is called.
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
    /** Moves past events that need no write. */
    skip: (events: RecordedEvent[], last: RecordedEvent) => {
      state.position = last.position
      state.seenAt = last.recordedAt
      lastEvent = referenceTo(last)
      unsaved += events.length
    },
    /** Counts the events that a write covers, including those that were only skipped before. */
    advanceOver: (events: RecordedEvent[], last: RecordedEvent): CheckpointAdvance => ({
      position: last.position,
      count: unsaved + events.length,
      at: last.recordedAt,
      lastEvent: referenceTo(last),
    }),
    /** The first statement of a transaction; call `moved` once that is committed. */
    move,
    moved,
    /**
     * Brings the table up to `state.position`, unless it was updated in the last `notWithin` ms.
     */
    save: async (notWithin = 0): Promise<void> => {
      if (state.position === stored || Date.now() - movedAt < notWithin) return
      const at = state.seenAt ?? new Date()
      const to = { position: state.position, count: unsaved, at, lastEvent }
      await move(to)
      moved(to)
    },
    /** How far the processor has got, even if the table does not say so yet. */
    reached: (): Checkpoint => ({ position: state.position, lastEvent }),
    /** Throws if the table is not as this processor left it, or on a timeout. */
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
