import { type OrderEvent, orderEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import { orderIdAssigned } from '@strand/contracts/order/id.events'
import { orderMailReleased } from '@strand/contracts/order/mail.events'
import { type Opened, openedOf, sealedIn } from '@strand/contracts/order/personal'
import type { EventStore, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { PersonalData } from '@strand/platform/crypto/personal-data'

type Options = { eventStore: EventStore; personalData: PersonalData }

/** An order's events, decrypted, oldest first. */
export type History = readonly HistoryEvent[]
type HistoryEvent = {
  event: OrderEvent
  opened: Opened
  actor: ReturnType<typeof orderEvents.decode>['metadata']['actor']
  createdat: string
  position: string
}

/**
 * Event types that histories leave out on purpose. Any other unknown type comes from a newer
 * release.
 */
const untold = new Set<string>([orderIdAssigned.type, orderMailReleased.type])

/**
 * Reads an order's history from the log. After an erasure, the contents are left out even if the
 * key still exists.
 */
export const historyReader =
  ({ eventStore, personalData }: Options) =>
  async (orderId: string): Promise<History> =>
    openHistory(await eventStore.readStream(orderStream(orderId)), personalData)

const openHistory = async (
  recorded: RecordedEvent[],
  personalData: PersonalData,
): Promise<History> => {
  const decoded = recorded
    .filter(({ type }) => !untold.has(type))
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
