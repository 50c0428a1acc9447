import type { Actor, Sealed } from '@strand/contracts/envelope'
import type { EventCodec, EventDefinition, EventOf } from '@strand/contracts/event-codec'
import { type Opened, openedOf } from '@strand/contracts/order/personal'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { PersonalData } from '@strand/platform/crypto/personal-data'

export type DecodedEvent<Event> = {
  event: Event
  /** The time that the event itself gives; ISO 8601. */
  at: string
  actor: Actor
  recorded: RecordedEvent
}

/**
 * Decodes stored events. Throws if an event violates its schema, which parks the event's stream: a
 * read model that skipped an event would be wrong without anyone noticing.
 */
export const decodeEvents = <Definition extends EventDefinition>(
  codec: EventCodec<Definition>,
  recorded: RecordedEvent[],
): DecodedEvent<EventOf<Definition>>[] =>
  recorded.map((one) => {
    const { event, metadata } = codec.decode(one)
    return { event, at: metadata.at, actor: metadata.actor, recorded: one }
  })

/** The decrypted contents of each event's sealed parts, opened in one call. */
export const openSealed = async <Event>(
  events: DecodedEvent<Event>[],
  sealedIn: (event: Event) => Sealed[],
  personalData: Pick<PersonalData, 'open'>,
): Promise<Opened[]> => {
  const sealed = events.map(({ event }) => sealedIn(event))
  return openedOf(sealed, await personalData.open(sealed.flat()))
}
