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

/** The `traceparent` comes with the append, and so does the MAC. */
type AtAppend = 'traceparent' | 'mac'

export type EventCodec<Definition extends EventDefinition = EventDefinition> = Codec<
  Definition,
  EventMetadata,
  AtAppend
>

/** The only way to read and write the shop's events: a stream's types with its metadata. */
export const eventCodec = <const Definition extends EventDefinition>(
  stream: string,
  definitions: readonly Definition[],
): EventCodec<Definition> =>
  openCodec<Definition, EventMetadata, AtAppend>(stream, definitions, EventMetadata)
