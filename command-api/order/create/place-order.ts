import { firstEvent } from '@strand/contracts/event-codec'
import {
  type OrderEvent,
  type OrderStreamEvent,
  orderStreamEvents,
} from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import { eventIdOf } from '@strand/event-sourcing/commands/event-id'
import { Rejected } from '@strand/event-sourcing/errors'
import type {
  EventStore,
  Position,
  RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { withMetadata } from '@strand/platform/http/command-origin'
import { orderDecider } from '../decider.ts'
import { markReservedIdUsed, releaseReservedId, takeReservedId } from '../ids.ts'
import type { FormContext } from './form-context.ts'
import type { Submission } from './submission.ts'

/**
 * Finds or creates the order of a submission: one submission becomes one order, however often it is
 * sent. Only the event log records idempotency keys. The key determines a stream, and the log
 * refuses to start a stream twice. The stream's first event is the order itself, or names the
 * reserved id that the order has.
 */

export type OrderCreated = Extract<OrderEvent, { type: 'OrderCreated' }>['data']
export type PlacedOrder = { orderId: string; position: Position }
export type EarlierOrder = PlacedOrder & { created: OrderCreated; eventId: string }
type Placement = (PlacedOrder & { fresh: true }) | (EarlierOrder & { fresh: false })

type OrderCreation = {
  eventStore: EventStore
  pool: Pool
  submission: Submission
  order: Omit<OrderCreated, 'orderId'>
  at: Date
  correlationId: string
}

/**
 * Places the order, nearly always with one append. Reserved ids and repeated submissions take a
 * slower path.
 */
export const placeOrder = async (
  creation: OrderCreation,
  { takenId, idsReserved }: Pick<FormContext, 'takenId' | 'idsReserved'>,
): Promise<Placement> => {
  if (takenId === null && !idsReserved) {
    const placed = await startStream(creation, creation.submission.defaultId)
    if (placed) return placed
  }
  for (let tries = 0; tries < 8; tries++) {
    const placed = creation.submission.isIdempotent
      ? await createIdempotently(creation)
      : await createWithoutKey(creation)
    if (placed) return placed
  }
  throw new Rejected('unavailable', 'The shop is very busy at the moment, please try again', {
    retryAfter: 2,
  })
}

const createWithoutKey = async (creation: OrderCreation) => {
  const { pool, submission } = creation
  const reserved = await takeReservedId(pool, submission.commandId)
  const placed = await startStream(creation, reserved ?? submission.defaultId)
  if (!placed && reserved) await markReservedIdUsed(pool, reserved)
  return placed
}

/**
 * The stream whose id derives from the idempotency key holds the order, or its first event records
 * the reserved id that the order has. So two attempts, at the same time or after a crash, never
 * decide differently, even if ids were reserved in between.
 */
const createIdempotently = async (creation: OrderCreation): Promise<Placement | null> => {
  const { eventStore, pool, submission } = creation
  const { defaultId, commandId } = submission
  const recorded = await eventStore.readStream(orderStream(defaultId))
  const existing = createdOrderIn(recorded)
  if (existing) {
    await releaseReservedId(pool, commandId)
    return { ...existing, fresh: false }
  }
  const assigned = assignedIdIn(recorded) ?? (await assignReservedId(creation))
  if (assigned === 'try again') return null
  if (assigned) {
    const placed = await startStream(creation, assigned)
    if (placed) return placed
    const assignedOrder = await readCreatedOrder(eventStore, assigned)
    if (isOfSubmission(submission, assignedOrder)) return { ...assignedOrder, fresh: false }
    await markReservedIdUsed(pool, assigned)
  }
  return startStream(creation, defaultId, assigned ? 0 : 'no-stream')
}

/**
 * Takes a reserved id, if there is one, and records it in the key's stream before using it. Returns
 * 'try again' if another attempt has started that stream.
 */
const assignReservedId = async (creation: OrderCreation) => {
  const { eventStore, pool, submission } = creation
  const { defaultId: keyedId, commandId } = submission
  const orderId = await takeReservedId(pool, commandId)
  if (!orderId) return null
  const assigned = { type: 'OrderIdAssigned', data: { keyedId, orderId } } as const
  const event = encode(creation, assigned, commandId, orderId)
  const appended = await eventStore.append(orderStream(keyedId), [event], 'no-stream')
  return appended.ok ? orderId : 'try again'
}

/** Starts the order's stream. Null if another submission has started it. */
const startStream = async (
  creation: OrderCreation,
  orderId: string,
  expected: 'no-stream' | number = 'no-stream',
): Promise<Placement | null> => {
  const { eventStore, submission, order } = creation
  const [created] = orderDecider.decide(
    { type: 'CreateOrder', data: { orderId, ...order } },
    orderDecider.initialState,
  )
  if (!created) throw new Error('a new order produced no event')
  const event = encode(creation, created, creationCommandId(submission, orderId), orderId)
  const appended = await eventStore.append(orderStream(orderId), [event], expected)
  if (!appended.ok) return null
  if (!appended.repeated) return { orderId, position: appended.position, fresh: true }
  const earlier = await readCreatedOrder(eventStore, orderId)
  if (!earlier) throw new Error('a submission was placed in a stream without an order')
  return { ...earlier, fresh: false }
}

/** An event id must be unique in the whole log, so it depends on the order id. */
const creationCommandId = ({ commandId }: Submission, orderId: string) => `${commandId}:${orderId}`

const encode = (
  { at, correlationId }: OrderCreation,
  event: OrderStreamEvent,
  commandId: string,
  orderId: string,
) => {
  const actor = { kind: 'customer', id: orderId } as const
  return withMetadata(orderStreamEvents, { commandId, correlationId, at, actor })(event)
}

/** Finds the order that this submission created before, under its own id or a reserved one. */
export const findEarlierOrder = async (
  eventStore: EventStore,
  submission: Submission,
): Promise<EarlierOrder | null> => {
  if (!submission.isIdempotent) return null
  const recorded = await eventStore.readStream(orderStream(submission.defaultId))
  const order = createdOrderIn(recorded)
  if (order) return order
  const assigned = assignedIdIn(recorded)
  if (!assigned) return null
  const assignedOrder = await readCreatedOrder(eventStore, assigned)
  return isOfSubmission(submission, assignedOrder) ? assignedOrder : null
}

const isOfSubmission = (
  submission: Submission,
  order: EarlierOrder | null,
): order is EarlierOrder =>
  order?.eventId === eventIdOf(creationCommandId(submission, order?.orderId ?? ''), 0)

const readCreatedOrder = async (eventStore: EventStore, orderId: string) =>
  createdOrderIn(await eventStore.readStream(orderStream(orderId)))

const createdOrderIn = (recorded: RecordedEvent[]): EarlierOrder | null => {
  const found = firstEvent(orderStreamEvents, 'OrderCreated', recorded)
  if (!found) return null
  const { position, id: eventId } = found.stored
  const created = found.event.data
  return { orderId: created.orderId, position, created, eventId }
}

const assignedIdIn = (recorded: RecordedEvent[]) =>
  firstEvent(orderStreamEvents, 'OrderIdAssigned', recorded)?.event.data.orderId ?? null
