import type { Actor } from '@strand/contracts/envelope'
import type { EventCodec, EventDefinition, EventOf } from '@strand/contracts/event-codec'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'

export type DecodedEvent<Event> = {
  event: Event
  /** When it happened, according to the event itself; ISO 8601. */
  at: string
  actor: Actor
  recorded: RecordedEvent
}

/**
 * Decodes stored events. Throws if an event violates its schema, which parks the event's stream: a
 * read model that skipped the event could not be trusted.
 */
export const decodeEvents = <Definition extends EventDefinition>(
  codec: EventCodec<Definition>,
  recorded: RecordedEvent[],
): DecodedEvent<EventOf<Definition>>[] =>
  recorded.map((one) => {
    const { event, metadata } = codec.decode(one)
    return { event, at: metadata.at, actor: metadata.actor, recorded: one }
  })
