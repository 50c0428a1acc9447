import { isUndoable, orderStreamEvents, type UndoableEvent } from '@strand/contracts/order/events'
import { normalizeOrderId, orderStream } from '@strand/contracts/order/id'
import {
  type BeforeAppend,
  handleCommand,
  readState,
} from '@strand/event-sourcing/commands/command-handler'
import type { EventStore, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'
import { type OrderCommand, orderDecider, unknownOrder } from './decider.ts'
import { assertSeen } from './seen.ts'
import type { Order, OrderState, RecordedOrderEvent } from './state.ts'

const decodeOrderEvent = (recorded: RecordedEvent): RecordedOrderEvent => {
  const { event, metadata } = orderStreamEvents.decode(recorded)
  const { at, actor: by, causationId: commandId } = metadata
  return { ...event, id: recorded.id, at, by, commandId, position: String(recorded.position) }
}

/**
 * Normalizes an id that a person typed or that a URL contains. A malformed id gives the same 404 as
 * an unknown one.
 */
export const parseOrderId = (written: string): string => {
  const orderId = normalizeOrderId(written)
  if (orderId) return orderId
  throw unknownOrder()
}

const existing = (order: OrderState): Order => {
  if (order) return order
  throw unknownOrder()
}

const undoableUntil = <Event extends UndoableEvent>(event: Event, undoUntil: string): Event => ({
  ...event,
  data: { ...event.data, undoUntil },
})

const withTimeToUndo = (until: Date): typeof orderDecider => ({
  ...orderDecider,
  decide: (command, order) =>
    orderDecider
      .decide(command, order)
      .map((event) => (isUndoable(event) ? undoableUntil(event, until.toISOString()) : event)),
})

/**
 * Makes the command from the order's state, once per attempt. May throw instead, to refuse the
 * request.
 */
export type OrderCommandFor = (order: Order) => Promise<OrderCommand> | OrderCommand
export type BeforeOrderAppend = BeforeAppend<Order, RecordedOrderEvent>

type OrderCommandOptions = {
  /** How many seconds an email about the change waits for an undo; 0 if it is sent immediately. */
  undoSeconds?: number
  beforeAppend?: BeforeOrderAppend | undefined
}

/**
 * Handles a command on the order's stream.
 *
 * @param command may be a function of the order, for example to seal a text under its key; an
 *   unknown id then throws `Rejected('not-found')`
 */
export const handleOrderCommand = (
  eventStore: EventStore,
  orderId: string,
  command: OrderCommand | OrderCommandFor,
  origin: Origin,
  { undoSeconds = 0, beforeAppend }: OrderCommandOptions = {},
) =>
  handleCommand({
    eventStore,
    decider:
      undoSeconds === 0 ? orderDecider : withTimeToUndo(new Date(+origin.at + undoSeconds * 1_000)),
    stream: orderStream(orderId),
    commandId: origin.commandId,
    decode: decodeOrderEvent,
    encode: withMetadata(orderStreamEvents, origin),
    commandFor: async (order) =>
      typeof command === 'function' ? command(existing(order)) : command,
    beforeAppend: beforeAppend && ((events, order) => beforeAppend(events, existing(order))),
  })

type StaffOptions = { eventStore: EventStore; pool: Pool; now: Now; undoSeconds: number }

/** A command's sender, and the state of the order that the sender saw. */
export type StaffRequest = {
  origin: Origin
  /**
   * The order's position when the sender saw the order; undefined if the request does not state it.
   */
  seen?: string | undefined
}

/** Handles commands from staff, who may say which state of the order they saw. */
export const staffCommandHandler =
  (options: StaffOptions) =>
  (
    orderId: string,
    command: OrderCommandFor,
    { origin, seen, beforeAppend }: StaffRequest & { beforeAppend?: BeforeOrderAppend },
  ) =>
    handleOrderCommand(
      options.eventStore,
      orderId,
      async (order) => {
        await assertSeen(options, order, seen, origin.actor.id)
        return command(order)
      },
      origin,
      { undoSeconds: options.undoSeconds, beforeAppend },
    )

/** The state of an order. Throws `Rejected('not-found')` for an unknown id. */
export const readOrder = async (eventStore: EventStore, orderId: string): Promise<Order> =>
  existing(
    await readState(eventStore, orderStream(orderId), {
      decider: orderDecider,
      decode: decodeOrderEvent,
    }),
  )
