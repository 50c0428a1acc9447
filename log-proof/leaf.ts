import type { JsonObject, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { canonicalJson } from './canonical-json.ts'
import { canonicalSha256 } from './canonical-sha256.ts'
import { leafHash, sha256Hex } from './hashes.ts'

/** The contents of a leaf: an event as the log holds it, without the store's own time. */
export type LoggedEvent = Pick<
  RecordedEvent,
  'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'
>

/** Where the adapter for EventStoreDB notes which append wrote an event. */
const attemptKey = '_attempt'

/**
 * The bytes of leaf `index` as text: canonical JSON that names the event and holds the hashes of
 * its contents. It holds no personal data: these are sealed boxes in the event, and are hashed as
 * stored. A stream's name is hashed because an order's id lets a stranger see the order.
 */
export const leafOf = (event: LoggedEvent, index: number): string =>
  // Written out, because every event passes here: its members in the order of their names.
  `{"data":"${canonicalSha256(event.data)}","id":${canonicalJson(event.id)},"index":${index},` +
  `"metadata":"${canonicalSha256(withoutAttempt(event.metadata))}","revision":${event.revision},` +
  `"stream":"${sha256Hex(event.stream)}","type":${canonicalJson(event.type)},"v":1}`

/** The hash of the leaf of the event at `index`, from 0. */
export const leafHashOf = (event: LoggedEvent, index: number): Buffer =>
  leafHash(leafOf(event, index))

/** An event's metadata as it was given to the store. */
export const withoutAttempt = (metadata: JsonObject): JsonObject => {
  if (!(attemptKey in metadata)) return metadata
  const { [attemptKey]: _, ...rest } = metadata
  return rest
}
