import { orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { withMetadata } from '@strand/platform/http/command-origin'
import { expect, test } from 'vitest'
import { handleOrderCommand } from './handler.ts'
import type { Order } from './state.ts'

const orderId = '7K3Q-ZM9X-WD4T'
const stream = orderStream(orderId)
const sealed = (text: string) => ({
  keyId: '0b9e5f2e-4a63-4f5e-9d0a-111111111111',
  box: Buffer.from(text).toString('base64'),
})
const origin = (commandId: string) => ({
  commandId,
  correlationId: commandId,
  at: new Date('2026-03-01T08:00:00.000Z'),
  actor: { kind: 'staff', id: 'ada' } as const,
})

/** A log with one order; `reads` counts how often a stream is read. */
const openLog = async () => {
  const eventStore = memoryEventStore()
  const created = withMetadata(
    orderStreamEvents,
    origin('create'),
  )({
    type: 'OrderCreated',
    data: {
      orderId,
      lines: [],
      country: '',
      sales: null,
      files: [],
      personal: sealed('personal'),
      location: { locationId: 'l', name: 'Lagos', address: '' },
      subtotal: 0,
      deliveryPrice: 0,
      total: 0,
    },
  })
  await eventStore.append(stream, [created], 'no-stream')
  const log = { reads: 0 }
  const counting: EventStore = {
    ...eventStore,
    readStream: (name) => {
      log.reads += 1
      return eventStore.readStream(name)
    },
  }
  return { log, eventStore: counting }
}

const review = async (order: Order) =>
  ({ type: 'ReviewOrder', review: sealed(`review ${order.reviews + 1}`) }) as const

test('a command built from the order reads the stream once', async () => {
  const { log, eventStore } = await openLog()
  const { events } = await handleOrderCommand(eventStore, orderId, review, origin('review'))
  expect(events).toEqual([{ type: 'OrderReviewed', data: { orderId, review: sealed('review 1') } }])
  expect(log.reads).toBe(1)
})

test('after a conflict, the command is built again from the order’s new state', async () => {
  const { eventStore } = await openLog()
  const seen: number[] = []
  await handleOrderCommand(
    eventStore,
    orderId,
    async (order) => {
      seen.push(order.reviews)
      if (seen.length === 1) await handleOrderCommand(eventStore, orderId, review, origin('other'))
      return review(order)
    },
    origin('review'),
  )
  expect(seen).toEqual([0, 1])
  const boxes = (await eventStore.readStream(stream)).slice(1).map(({ data }) => data.review)
  expect(boxes).toEqual([sealed('review 1'), sealed('review 2')])
})

test('no command is built for an order that does not exist', async () => {
  const { eventStore } = await openLog()
  const unknown = handleOrderCommand(
    eventStore,
    '0000-0000-0000',
    () => expect.unreachable('a command was made'),
    origin('review'),
  )
  await expect(unknown).rejects.toMatchObject({ code: 'not-found' })
})
