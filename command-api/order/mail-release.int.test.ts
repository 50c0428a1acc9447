import { orderStream } from '@strand/contracts/order/id'
import { insertEntries } from '@strand/event-sourcing/outbox/outbox'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { losingAnswers, openShop, placed } from '../testing/test-shop.ts'

/**
 * Approves an order in a shop whose emails wait for an undo, and adds the reactor's entry to the
 * outbox.
 */
const waiting = async (shop: Awaited<ReturnType<typeof openShop>>) => {
  const orderId = await placed(shop)
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  const event = (await shop.eventStore.readStream(orderStream(orderId))).at(-1)
  if (!event) throw new Error('nothing was approved')
  const dueAt = new Date(Date.now() + 3_600_000).toISOString()
  const entry = { event, kind: 'order-confirmed', happenedAt: dueAt, tooOld: false, dueAt }
  await transaction(shop.pool, (connection) => insertEntries(connection, 'mail', [entry]))
  const state = async () =>
    (await shop.pool.query('select state from outbox where event_id = $1', [event.id])).rows[0]
      ?.state
  const types = async () =>
    (await shop.eventStore.readStream(orderStream(orderId))).map(({ type }) => type)
  const isDue = () => shop.pool.query('update outbox set due_at = now()')
  return { orderId, state, types, isDue }
}

test('a release whose answer is lost, as in a crash, is repeated and has only one event', async () => {
  const { loses, changes } = losingAnswers()
  const shop = await openShop(changes, {}, { undoSeconds: 1 })
  const { state, types, isDue } = await waiting(shop)
  expect(await state()).toBe('delayed')
  loses.next = true
  await isDue()
  await eventually(state, 'waiting')
  expect(loses.next).toBe(false)
  expect((await types()).filter((type) => type === 'OrderMailReleased')).toHaveLength(1)
})

test('a mail about a change that was not the last one is released without an event', async () => {
  const shop = await openShop(undefined, {}, { undoSeconds: 1 })
  const { orderId, state, types, isDue } = await waiting(shop)
  await shop.call('PUT', `/api/order/${orderId}/status`, { orderStatus: 5, orderMessage: '' })
  await isDue()
  await eventually(state, 'waiting')
  expect(await types()).toEqual(['OrderCreated', 'OrderApproved', 'OrderStatusChanged'])
})

test('an entry that the log does not know does not delay other mails', async () => {
  const shop = await openShop(undefined, {}, { undoSeconds: 1 })
  const unknown = await waiting(shop)
  await shop.pool.query(`update outbox set stream = 'order-0000-0000-0000'`)
  const known = await waiting(shop)
  await known.isDue()
  await eventually(known.state, 'waiting')
  await eventually(unknown.state, 'waiting')
})
