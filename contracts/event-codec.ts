import { type Codec, type EventDefinition, openCodec } from '@strand/event-sourcing/codec'
import { EventMetadata } from './envelope.ts'

export {
  defineEvent,
  type EventDefinition,
  type EventOf,
  type EventsOf,
  firstEvent,
  type StoredEvent,
  type Upcaster,
} from '@strand/event-sourcing/codec'

/** Metadata that is added when an event is appended. */
type AtAppend = 'traceparent' | 'mac'

export type EventCodec<Definition extends EventDefinition = EventDefinition> = Codec<
  Definition,
  EventMetadata,
  AtAppend
>

/** Makes the codec of a stream: the only way to read and write the shop's events. */
export const eventCodec = <const Definition extends EventDefinition>(
  stream: string,
  definitions: readonly Definition[],
): EventCodec<Definition> =>
  openCodec<Definition, EventMetadata, AtAppend>(stream, definitions, EventMetadata)
