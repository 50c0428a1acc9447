import type { JsonObject, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { canonicalJson } from './canonical-json.ts'
import { canonicalSha256 } from './canonical-sha256.ts'
import { leafHash, sha256Hex } from './hashes.ts'

/** The parts of an event that its leaf covers: everything except the time recorded by the store. */
export type LoggedEvent = Pick<
  RecordedEvent,
  'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'
>

/** The metadata key by which the EventStoreDB adapter marks which append wrote an event. */
const attemptKey = '_attempt'

/**
 * The bytes of leaf `index` as text: canonical JSON that identifies the event and has the hashes of
 * its contents. It contains no personal data: in the event, that is in sealed boxes, which are
 * hashed as stored. The stream's name is hashed, too, because an order's id would let a stranger
 * see the order.
 */
export const leafOf = (event: LoggedEvent, index: number): string =>
  // Written out for speed, because every event comes through here; members are sorted by name.
  `{"data":"${canonicalSha256(event.data)}","id":${canonicalJson(event.id)},"index":${index},` +
  `"metadata":"${canonicalSha256(withoutAttempt(event.metadata))}","revision":${event.revision},` +
  `"stream":"${sha256Hex(event.stream)}","type":${canonicalJson(event.type)},"v":1}`

/** The hash of the leaf for the event at `index`, from 0. */
export const leafHashOf = (event: LoggedEvent, index: number): Buffer =>
  leafHash(leafOf(event, index))

/** An event's metadata as it was passed to the store. */
export const withoutAttempt = (metadata: JsonObject): JsonObject => {
  if (!(attemptKey in metadata)) return metadata
  const { [attemptKey]: _, ...rest } = metadata
  return rest
}
