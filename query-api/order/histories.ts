import { type OrderEvent, orderEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/order'
import { type Opened, openedOf, sealedIn } from '@strand/contracts/order/personal'
import type { EventStore, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { PersonalData } from '@strand/platform/crypto/personal-data'

type Options = { eventStore: EventStore; personalData: PersonalData }

/** The events of an order with their contents in plain text, oldest first. */
export type History = readonly HistoryEvent[]
type HistoryEvent = {
  event: OrderEvent
  opened: Opened
  actor: ReturnType<typeof orderEvents.decode>['metadata']['actor']
  createdat: string
  position: string
}

/** Histories that are kept, and the most events of one that is. */
const mostKept = 100
const longestKept = 50

const orderEventTypes = new Set<string>(orderEvents.types)

/**
 * Reads the history of an order from the log. Recorded events never change, so what was read and
 * opened before is kept while the stream still ends with the same event. An order whose personal
 * data is erased has no contents, whether or not its key still exists.
 */
export const historyReader = ({ eventStore, personalData }: Options) => {
  const kept = new Map<string, { last: RecordedEvent; history: History }>()
  return async (orderId: string): Promise<History> => {
    const stream = orderStream(orderId)
    const before = kept.get(stream)
    const end = await eventStore.readStream(stream, before?.last.revision)
    // The id, because a log that was restored from a backup has other events at the same places.
    if (before && end.length === 1 && end[0]?.id === before.last.id) return before.history
    const recorded = before ? await eventStore.readStream(stream) : end
    const history = await openHistory(recorded, personalData)
    const last = recorded.at(-1)
    kept.delete(stream)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest)
    if (last && recorded.length <= longestKept) kept.set(stream, { last, history })
    return history
  }
}

const openHistory = async (
  recorded: RecordedEvent[],
  personalData: PersonalData,
): Promise<History> => {
  const decoded = recorded
    .filter(({ type }) => orderEventTypes.has(type))
    .map((one) => ({ ...orderEvents.decode(one), position: String(one.position) }))
  const isErased = decoded.some(({ event }) => event.type === 'OrderPersonalDataErased')
  const sealed = decoded.map(({ event }) => sealedIn(event))
  const opened = openedOf(sealed, isErased ? [] : await personalData.open(sealed.flat()))
  return decoded.map(({ event, metadata, position }, index) => ({
    event,
    position,
    actor: metadata.actor,
    createdat: metadata.at,
    opened: opened[index],
  }))
}
