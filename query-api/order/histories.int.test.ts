import type { EventStore, EventToAppend } from '@strand/event-sourcing/event-store/event-store'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'
import { historyReader } from './histories.ts'

const id = '7K3Q-ZM9X-WD4T'

/** A reader over a log that can be replaced, and from which revision each of its reads began. */
const anOrdersHistory = async () => {
  const shop = await openTestShop()
  let log: EventStore = shop.eventStore
  const reads: (number | undefined)[] = []
  const historyOf = historyReader({
    personalData: shop.personalData,
    eventStore: {
      ...shop.eventStore,
      readStream: (stream, fromRevision) => {
        reads.push(fromRevision)
        return log.readStream(stream, fromRevision)
      },
    },
  })
  const order = await shop.order(id)
  await shop.append(`order-${id}`, [order.created()])
  await shop.append(`order-${id}`, [order.reviewed('Lovely')])
  return {
    shop,
    order,
    reads,
    types: async () => (await historyOf(id)).map(({ event }) => event.type),
    contents: async () => (await historyOf(id)).map(({ opened }) => opened),
    restore: (backup: EventStore) => {
      log = backup
    },
  }
}

test('a history that was read is kept, and its stream only asked for a later event', async () => {
  const { shop, order, reads, types, contents } = await anOrdersHistory()
  expect(await contents()).toMatchObject([{ firstName: 'Ada' }, { text: 'Lovely' }])
  expect(await types()).toEqual(['OrderCreated', 'OrderReviewed'])
  expect(reads).toEqual([undefined, 1])
  await shop.append(`order-${id}`, [order.approved()])
  expect(await types()).toEqual(['OrderCreated', 'OrderReviewed', 'OrderApproved'])
})

test('after a restore the log’s own history is read, even if it ends at the same revision', async () => {
  const { order, types, restore, shop } = await anOrdersHistory()
  expect(await types()).toEqual(['OrderCreated', 'OrderReviewed'])
  const [created] = await shop.eventStore.readStream(`order-${id}`)
  if (!created) throw new Error('the order has no events')
  const approved = { ...created, ...order.approved(), id: crypto.randomUUID() } as EventToAppend
  const backup = memoryEventStore()
  await backup.append(`order-${id}`, [created, approved], 'no-stream')
  restore(backup)
  expect(await types()).toEqual(['OrderCreated', 'OrderApproved'])
  const shorter = memoryEventStore()
  await shorter.append(`order-${id}`, [created], 'no-stream')
  restore(shorter)
  expect(await types()).toEqual(['OrderCreated'])
})
