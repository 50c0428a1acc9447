import type { Actor } from '@strand/contracts/envelope'
import type { EventCodec, EventDefinition, EventOf } from '@strand/contracts/event-codec'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'

export type DecodedEvent<Event> = {
  event: Event
  /** Business time of the event, ISO 8601. */
  at: string
  actor: Actor
  recorded: RecordedEvent
}

/**
 * Decodes stored events. An event that breaks its schema throws, which parks its stream: skipping it
 * would leave a read model that nobody can trust.
 */
export const decodeEvents = <Definition extends EventDefinition>(
  codec: EventCodec<Definition>,
  recorded: RecordedEvent[],
): DecodedEvent<EventOf<Definition>>[] =>
  recorded.map((one) => {
    const { event, metadata } = codec.decode(one)
    return { event, at: metadata.at, actor: metadata.actor, recorded: one }
  })
