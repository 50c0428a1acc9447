import { orderStream } from '@strand/contracts/order'
import { normalOrderId } from '@strand/contracts/order-id'
import { handleCommand } from '@strand/platform/command-handler'
import { Rejected } from '@strand/platform/errors'
import type { EventStore, RecordedEvent } from '@strand/platform/event-store'
import { type Origin, stampedBy } from '@strand/platform/origin'
import { type Order, type OrderCommand, type OrderFact, orderDecider } from './order.decider.ts'

const readFact = ({ type, data, metadata, position }: RecordedEvent) =>
  ({ type, data, at: metadata.at, position: String(position) }) as OrderFact

/**
 * Normalizes an id as typed by a person or taken from a URL. A malformed id gives the same 404 as
 * an unknown one.
 */
export const knownOrderId = (written: string): string => {
  const orderId = normalOrderId(written)
  if (orderId) return orderId
  throw new Rejected('not-found', 'There is no order with this id')
}

export const handleOrder = (
  eventStore: EventStore,
  orderId: string,
  command: OrderCommand,
  origin: Origin,
) =>
  handleCommand(
    eventStore,
    orderDecider,
    { read: readFact, write: stampedBy(origin) },
    orderStream(orderId),
    command,
  )

/** The current state of an order. Throws `not-found` for an unknown id. */
export const readOrder = async (eventStore: EventStore, orderId: string): Promise<Order> => {
  const recorded = await eventStore.readStream(orderStream(orderId))
  const order = recorded.map(readFact).reduce(orderDecider.evolve, orderDecider.initialState)
  if (order) return order
  throw new Rejected('not-found', 'There is no order with this id')
}
