import { isUuid } from '../uuid.ts'
import type { EventToAppend, ExpectedRevision } from './event-store.ts'
import { assertStorableText, storableJson } from './storable.ts'

const maxEvents = 500
const maxEventBytes = 1_000_000

type PreparedEvent = { id: string; type: string; data: string; metadata: string }

/**
 * A validated append. Its events are serialized as JSON text, so that sending it cannot fail
 * because of them.
 */
export type PreparedAppend = {
  stream: string
  expected: ExpectedRevision
  events: PreparedEvent[]
  /** The bytes of all events' JSON together, in UTF-8. */
  bytes: number
}

/**
 * Validates an append by the rules of the port, for every adapter, before anything is sent. Throws
 * `Rejected('invalid')` for text that a database cannot store, a TypeError for anything else that
 * JSON or the log cannot hold, and a RangeError for too many events, too long a name or too much
 * data (more than 1,000,000 bytes of JSON in UTF-8 for an event's data and metadata together).
 */
export const prepareAppend = (
  stream: string,
  events: EventToAppend[],
  expected: ExpectedRevision,
): PreparedAppend => {
  checkName('A stream', stream, 200)
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new TypeError('An expected revision is any, no-stream or a whole number from 0')
  }
  if (events.length < 1 || events.length > maxEvents) {
    throw new RangeError(`An append takes 1 to ${maxEvents} events, not ${events.length}`)
  }
  if (new Set(events.map(({ id }) => id.toLowerCase())).size < events.length) {
    throw new TypeError('Two events of one append have the same id')
  }
  const sized = events.map(prepareEvent)
  return {
    stream,
    expected,
    events: sized.map(({ event }) => event),
    bytes: sized.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/**
 * A bug in the caller: ids are derived from a command's id, and a command writes to only one
 * stream.
 */
export const duplicateEventId = () => new Error('An event of another stream already has this id')

const prepareEvent = ({ id, type, data, metadata }: EventToAppend) => {
  checkName('An event type', type, 100)
  if (!isUuid(id)) throw new TypeError(`The id of a ${type} is not a UUID`)
  const event = {
    id: id.toLowerCase(),
    type,
    data: storableJson(data, `data of ${type}`),
    metadata: storableJson(metadata, `metadata of ${type}`),
  }
  const bytes = Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata)
  if (bytes > maxEventBytes) {
    throw new RangeError(`A ${type} has ${bytes} bytes, more than ${maxEventBytes}`)
  }
  return { event, bytes }
}

const checkName = (what: string, name: string, longest: number) => {
  assertStorableText(name)
  if (name === '') throw new TypeError(`${what} has an empty name`)
  if (name.length > longest) {
    throw new RangeError(`${what} has a name of more than ${longest} characters`)
  }
}
