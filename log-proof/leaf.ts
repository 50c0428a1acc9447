import type { JsonObject, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { canonicalJson } from './canonical-json.ts'
import { canonicalSha256 } from './canonical-sha256.ts'
import { leafHash, sha256Hex } from './hashes.ts'

/** The parts of an event that its leaf covers: all but the time at which the store recorded it. */
export type LoggedEvent = Pick<
  RecordedEvent,
  'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'
>

/** The metadata key under which the EventStoreDB adapter records which append wrote an event. */
const attemptKey = '_attempt'

/**
 * The text of the leaf at `index`: canonical JSON with the event's identity and the hashes of its
 * contents. It contains no personal data: the event's sealed boxes are hashed as stored. The
 * stream's name is hashed, too, because it contains the order's id, and anyone who knows that id
 * can open the order's page.
 */
export const leafOf = (event: LoggedEvent, index: number): string =>
  // The text is put together by hand for speed, because this runs for every event. The members are
  // sorted by name, as RFC 8785 requires.
  `{"data":"${canonicalSha256(event.data)}","id":${canonicalJson(event.id)},"index":${index},` +
  `"metadata":"${canonicalSha256(withoutAttempt(event.metadata))}","revision":${event.revision},` +
  `"stream":"${sha256Hex(event.stream)}","type":${canonicalJson(event.type)},"v":1}`

/** The hash of the leaf for the event at `index`, from 0. */
export const leafHashOf = (event: LoggedEvent, index: number): Buffer =>
  leafHash(leafOf(event, index))

/** An event's metadata as it was given to the store. */
export const withoutAttempt = (metadata: JsonObject): JsonObject => {
  if (!(attemptKey in metadata)) return metadata
  const { [attemptKey]: _, ...rest } = metadata
  return rest
}
