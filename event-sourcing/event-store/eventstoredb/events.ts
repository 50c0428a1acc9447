import type { JsonObject, RecordedEvent } from '../event-store.ts'

export type RawEvent = {
  streamId: string
  id: string
  type: string
  revision: bigint
  created: Date
  isJson: boolean
  data: unknown
  metadata: unknown
  position?: { commit: bigint; prepare: bigint }
}

/** The metadata key that marks which append wrote an event. Readers of the log never see it. */
const attemptKey = '_attempt'

/** Servers before 22.6 report this position for events that are read from their stream. */
const noPosition = 2n ** 64n - 1n

/**
 * Whether an event belongs to the log as the port defines it. Excluded are EventStoreDB's own
 * events (their type or stream begins with $) and other programs' events that are not JSON objects.
 * The port never reports the position of an excluded event.
 */
export const isOfTheLog = ({ type, streamId, isJson, data }: RawEvent): boolean =>
  isJson && isObject(data) && !type.startsWith('$') && !streamId.startsWith('$')

export const positionOf = ({ position }: RawEvent): bigint => {
  if (!position || position.commit === noPosition) {
    throw new Error('This version of EventStoreDB does not report positions: use 22.6 or newer')
  }
  return position.commit
}

export const recordedEvent = (raw: RawEvent): RecordedEvent => {
  const { [attemptKey]: _, ...metadata } = isObject(raw.metadata) ? raw.metadata : {}
  return {
    id: raw.id,
    type: raw.type,
    data: isObject(raw.data) ? raw.data : {},
    metadata,
    stream: raw.streamId,
    revision: Number(raw.revision),
    position: positionOf(raw),
    recordedAt: raw.created,
  }
}

export const attemptOf = ({ metadata }: RawEvent): unknown =>
  isObject(metadata) ? metadata[attemptKey] : undefined

/** Adds the append's mark to an event's metadata, which is given as JSON text. */
export const withAttempt = (metadata: string, attempt: string): Uint8Array => {
  const start = metadata.slice(0, -1)
  const comma = start === '{' ? '' : ','
  return new TextEncoder().encode(`${start}${comma}"${attemptKey}":${JSON.stringify(attempt)}}`)
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array)
