import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type {
  EventStore,
  EventToAppend,
  JsonObject,
} from '@strand/event-sourcing/event-store/event-store'
import { prepareAppend } from '@strand/event-sourcing/event-store/prepare-append'
import { canonicalJson } from './canonical-json.ts'
import { type LoggedEvent, withoutAttempt } from './leaf.ts'

const macKey = 'mac'

/** @param key 32 bytes, `LOG_WRITER_KEY` */
export const writerKeyOf = (key: Buffer): KeyObject => createSecretKey(key)

/**
 * Wraps the event log so that each appended event gets a writer's MAC in its metadata: HMAC-SHA256
 * in base64 over the canonical JSON of stream, id, type, data and metadata. A row that someone
 * inserts without the key lacks a valid MAC. See decision 236.
 */
export const signAppends = (eventStore: EventStore, key: KeyObject): EventStore => ({
  ...eventStore,
  append: (stream, events, expected) => {
    const signed = () => events.map((event) => withMac(stream, event, key))
    return eventStore.append(stream, signedOrRefused(signed, stream, events), expected)
  },
})

/** Whether the event has a MAC, valid or not. */
export const bearsMac = ({ metadata }: Pick<LoggedEvent, 'metadata'>): boolean => macKey in metadata

/** Whether the event has a MAC made with this key. */
export const hasMac = (event: LoggedEvent, key: KeyObject): boolean => {
  const { [macKey]: given, ...metadata } = withoutAttempt(event.metadata)
  if (typeof given !== 'string') return false
  const [mac, bytes] = [writerMac({ ...event, metadata }, key), Buffer.from(given, 'base64')]
  return bytes.length === mac.length && timingSafeEqual(bytes, mac)
}

/**
 * Signs the events. For data without canonical JSON, throws the event store's own error, which says
 * why: such data could not be stored either.
 */
const signedOrRefused = (
  signed: () => EventToAppend[],
  stream: string,
  events: EventToAppend[],
): EventToAppend[] => {
  try {
    return signed()
  } catch (error) {
    prepareAppend(stream, events, 'any')
    throw error
  }
}

const withMac = (stream: string, event: EventToAppend, key: KeyObject): EventToAppend => {
  const { [macKey]: _, ...metadata } = event.metadata
  // The log stores ids in lower case.
  const mac = writerMac({ ...event, stream, id: event.id.toLowerCase(), metadata }, key)
  return { ...event, metadata: { ...metadata, [macKey]: mac.toString('base64') } }
}

type Signed = { stream: string; id: string; type: string; data: JsonObject; metadata: JsonObject }

const writerMac = ({ stream, id, type, data, metadata }: Signed, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(canonicalJson({ stream, id, type, data, metadata })).digest()
