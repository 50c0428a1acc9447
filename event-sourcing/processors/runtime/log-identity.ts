import {
  beginning,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../../event-store/event-store.ts'

/** Identifies an event without its position in the log. */
export type EventReference = { stream: string; revision: number; id: string }

/** A processor's position, and the last event that it passed; null if that is unknown. */
export type Checkpoint = { position: Position; lastEvent: EventReference | null }

export const referenceTo = ({ stream, revision, id }: RecordedEvent): EventReference => ({
  stream,
  revision,
  id,
})

/**
 * The log lacks events that a processor has passed: the log was restored from an older backup than
 * the database, or belongs to another shop. The processor would skip events if it continued, so a
 * person has to decide.
 */
export class LogReplaced extends Error {
  override name = 'LogReplaced'
}

export const holdsEvent = async (
  eventStore: EventStore,
  { stream, revision, id }: EventReference,
): Promise<boolean> => {
  const [event] = await eventStore.readStream(stream, revision)
  return event?.revision === revision && event.id === id
}

/**
 * Why a checkpoint does not belong to the log, in a sentence; null if it does. Throws the log's
 * error if the log is unavailable.
 *
 * @param head of the log, read after the checkpoint was read
 */
export const findMismatch = async (
  eventStore: EventStore,
  { position, lastEvent }: Checkpoint,
  head: Position,
): Promise<string | null> => {
  if (position === beginning) return null
  if (position > head)
    return `Its checkpoint ${position} is beyond the end of the event log, ${head}. ${advice}`
  if (lastEvent && !(await holdsEvent(eventStore, lastEvent)))
    return `The event log does not hold the last event before its checkpoint ${position}. ${advice}`
  return null
}

const advice =
  'The log is older than the database, or a different one: correct EVENT_STORE_URL, or accept this log, as docs/operations.md says under "A log that was replaced without a restore"'
