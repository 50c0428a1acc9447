import type { JsonObject, RecordedEvent } from '../event-store.ts'

/** An event as the client returns it. */
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

/** The metadata key for the append that wrote an event. Readers of the log never see it. */
const attemptKey = '_attempt'

/** The position that servers before 22.6 report for events that are read from their stream. */
const noPosition = 2n ** 64n - 1n

/**
 * Whether an event belongs to the log as the port defines it. Excluded are EventStoreDB's own
 * events (statistics, links, projections, stream metadata), whose type or stream begins with a $,
 * and events of other programs that are not JSON objects. Excluded events do not advance our
 * positions.
 */
export const isOfTheLog = ({ type, streamId, isJson, data }: RawEvent): boolean =>
  isJson && isObject(data) && !type.startsWith('$') && !streamId.startsWith('$')

export const positionOf = ({ position }: RawEvent): bigint => {
  if (!position || position.commit === noPosition) {
    throw new Error('This EventStoreDB does not report positions: 22.6 is the oldest that does')
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

/** The append that wrote an event; undefined if another program wrote it. */
export const attemptOf = ({ metadata }: RawEvent): unknown =>
  isObject(metadata) ? metadata[attemptKey] : undefined

/** Metadata (given as JSON text) as bytes, marked with the append that writes it. */
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
