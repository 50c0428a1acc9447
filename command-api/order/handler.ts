import { orderStreamEvents } from '@strand/contracts/order/events'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { orderStream } from '@strand/contracts/order/order'
import { handleCommand } from '@strand/platform/commands/command-handler'
import { type Origin, withMetadata } from '@strand/platform/commands/origin'
import { Rejected } from '@strand/platform/errors'
import type { EventStore, RecordedEvent } from '@strand/platform/event-store/event-store'
import { type Order, type OrderCommand, orderDecider, type RecordedOrderEvent } from './decider.ts'

const decodeOrderEvent = (recorded: RecordedEvent): RecordedOrderEvent => {
  const { event, metadata } = orderStreamEvents.decode(recorded)
  return { ...event, at: metadata.at, position: String(recorded.position) }
}

/**
 * Normalizes an id as typed by a person or taken from a URL. A malformed id gives the same 404 as
 * an unknown one.
 */
export const parseOrderId = (written: string): string => {
  const orderId = normalizeOrderId(written)
  if (orderId) return orderId
  throw new Rejected('not-found', 'There is no order with this id')
}

export const handleOrderCommand = (
  eventStore: EventStore,
  orderId: string,
  command: OrderCommand,
  origin: Origin,
) =>
  handleCommand(
    eventStore,
    orderDecider,
    { decode: decodeOrderEvent, encode: withMetadata(orderStreamEvents, origin) },
    orderStream(orderId),
    command,
  )

/** The current state of an order. Throws `not-found` for an unknown id. */
export const readOrder = async (eventStore: EventStore, orderId: string): Promise<Order> => {
  const recorded = await eventStore.readStream(orderStream(orderId))
  const order = recorded
    .map(decodeOrderEvent)
    .reduce(orderDecider.evolve, orderDecider.initialState)
  if (order) return order
  throw new Rejected('not-found', 'There is no order with this id')
}
