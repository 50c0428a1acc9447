import { bankLineStream } from '@strand/contracts/money/bank-line.events'
import { orderStream } from '@strand/contracts/order/id'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { expect, test } from 'vitest'
import { openShop, placed, type Shop } from '../../testing/test-shop.ts'
import { finishOrderMoney } from './finish.ts'
import {
  approve,
  byLines,
  lineOf,
  matchByHand,
  moneyOf,
  paidBy,
  rowsOf,
  saidOf,
  statusOf,
  totalKobo,
  undo,
} from './testing/money-shop.ts'

const archive = (shop: Shop, orderId: string) =>
  shop.call('DELETE', `/api/admin/delete-order/${orderId}`)
const later = ({ clock }: Shop) => {
  clock.now = new Date(clock.now.getTime() + 31_000)
}

test('an undo frees only what the approval matched, and its answer waits for that', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const [matched, byHand] = [await lineOf(shop), await lineOf(shop)]
  await matchByHand(shop, byHand, orderId, 100)
  const approved = await approve(shop, orderId, byLines([matched], [byHand, 100]))
  const undone = await undo(shop, orderId, approved.body.position)
  expect([undone.status, await statusOf(shop, orderId)]).toEqual([200, 'pending'])
  const freed = (await saidOf(shop, matched)).at(-1)
  expect(freed?.event).toMatchObject({ type: 'BankLineUnmatched', data: { cause: 'undone' } })
  expect(String(freed?.position)).toBe(undone.headers['x-position'])
  expect(BigInt(undone.body.position)).toBeLessThan(BigInt(freed?.position ?? 0))
  expect(await paidBy(shop, matched)).toEqual([])
  expect(await paidBy(shop, byHand)).toMatchObject([{ orderId, amountKobo: 100 }])
  expect(await rowsOf(shop, orderId)).toEqual([])
  expect((await approve(shop, orderId, byLines([matched], [byHand, 100]))).status).toBe(200)
})

test('an undo that is refused after all leaves the lines as they were', async () => {
  let interrupt = async () => {}
  const shop = await openShop((store: EventStore) => ({
    ...store,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'OrderChangeUndone') await interrupt()
      return store.append(stream, events, expected)
    },
  }))
  const [orderId, lineId] = [await placed(shop), await lineOf(shop)]
  const { body } = await approve(shop, orderId, byLines([lineId]))
  const before = await paidBy(shop, lineId)
  interrupt = async () => {
    await shop.call('PUT', `/api/order/${orderId}/status`, { orderStatus: 5 })
  }
  expect((await undo(shop, orderId, body.position)).status).toBe(409)
  expect(await statusOf(shop, orderId)).toBe('shipped')
  expect(await paidBy(shop, lineId)).toEqual(before)
  expect((await saidOf(shop, lineId)).map(({ event }) => event.type)).toEqual(['BankLineMatched'])
  // A command that will be refused writes nothing.
  const head = await shop.eventStore.headPosition()
  expect((await undo(shop, orderId, body.position)).status).toBe(409)
  expect(await shop.eventStore.headPosition()).toBe(head)
})

test('while an order is still approved because its undo was cut short, its money goes to no other order', async () => {
  const shop = await openShop((store: EventStore) => ({
    ...store,
    append: async (stream, events, expected) => {
      if (events[0]?.type === 'OrderChangeUndone')
        throw new Rejected('unavailable', 'The event log is not available')
      return store.append(stream, events, expected)
    },
  }))
  const [orderId, other, lineId] = [await placed(shop), await placed(shop), await lineOf(shop)]
  const { body } = await approve(shop, orderId, byLines([lineId]))
  expect((await undo(shop, orderId, body.position)).status).toBe(503)
  expect((await approve(shop, other, byLines([lineId]))).status).toBe(409)
  expect([await statusOf(shop, orderId), await statusOf(shop, other)]).toEqual([
    'confirmed',
    'pending',
  ])
})

test('archiving a pending order frees all lines that paid for it, alone or with others', async () => {
  const shop = await openShop()
  const [one, other, bulk] = [await placed(shop), await placed(shop), await placed(shop)]
  const [shared, second] = [await lineOf(shop), await lineOf(shop)]
  await matchByHand(shop, shared, one, 100)
  await matchByHand(shop, shared, other, 200)
  await matchByHand(shop, second, bulk)
  await shop.project()
  const { body } = await archive(shop, one)
  const freed = (await saidOf(shop, shared)).at(-1)
  expect(freed?.event).toMatchObject({ data: { orderIds: [one], cause: 'archived' } })
  expect(freed && freed.position < BigInt(body.position)).toBe(true)
  expect(await paidBy(shop, shared)).toMatchObject([{ orderId: other }])

  const archived = await shop.call('DELETE', '/api/admin/delete-order', { ids: [bulk] })
  expect(archived.body.result).toEqual([bulk])
  expect(await paidBy(shop, second)).toEqual([])
})

test('a match that the read model did not show is freed later, unless the order was restored', async () => {
  const shop = await openShop()
  const orders = [await placed(shop), await placed(shop)]
  const [orderId = '', restored = ''] = orders
  const lines = [await lineOf(shop), await lineOf(shop)]
  const [lineId = '', kept = ''] = lines
  await matchByHand(shop, lineId, orderId)
  await matchByHand(shop, kept, restored)
  for (const one of orders) expect((await archive(shop, one)).status).toBe(200)
  await shop.call('PUT', `/api/admin/restore-order/${restored}`)
  expect(await paidBy(shop, lineId)).toHaveLength(1)
  later(shop)
  await finishOrderMoney(moneyOf(shop))
  expect(await paidBy(shop, lineId)).toHaveLength(1)
  await shop.project()
  later(shop)
  await finishOrderMoney(moneyOf(shop))
  expect([await paidBy(shop, lineId), await paidBy(shop, kept)]).toMatchObject([[], [{}]])
  expect(await rowsOf(shop, orderId)).toEqual([])
})

test('an order that was approved keeps its money when it is archived', async () => {
  const shop = await openShop()
  const [orderId, lineId] = [await placed(shop), await lineOf(shop)]
  await approve(shop, orderId, byLines([lineId]))
  await shop.call('PUT', `/api/order/${orderId}/status`, { orderStatus: 6 })
  expect(await statusOf(shop, orderId)).toBe('archived')
  expect(await paidBy(shop, lineId)).toHaveLength(1)
})

test('before the first read model, an order is archived and erased as usual', async () => {
  const shop = await openShop()
  await shop.pool.query('drop view read.bank_allocation')
  const orderId = await placed(shop)
  await lineOf(shop)
  expect((await archive(shop, orderId)).status).toBe(200)
  later(shop)
  await finishOrderMoney(moneyOf(shop))
  expect(await rowsOf(shop, orderId)).toEqual([{ kind: 'archive' }])
})

test('erasing an order destroys the texts of lines that pay only for it; the amounts stay', async () => {
  const shop = await openShop()
  const [orderId, other] = [await placed(shop), await placed(shop)]
  const [alone, shared] = [await lineOf(shop), await lineOf(shop)]
  await matchByHand(shop, shared, other, 100)
  await approve(shop, orderId, byLines([alone], [shared, 100]))
  const erased = await shop.call(
    'DELETE',
    `/api/admin/orders/${orderId}/personal-data`,
    undefined,
    { role: 'superadministrator' },
  )
  expect(erased.status).toBe(200)
  const personalOf = async (lineId: string) => {
    const [recorded] = await shop.eventStore.readStream(bankLineStream(lineId))
    const [opened] = await shop.personalData.open([recorded?.data.personal as never])
    return opened
  }
  expect(await personalOf(alone)).toBeNull()
  expect(await personalOf(shared)).not.toBeNull()
  expect(await paidBy(shop, alone)).toMatchObject([{ orderId, amountKobo: totalKobo }])
  const last = (await saidOf(shop, alone)).at(-1)
  expect(last?.event).toMatchObject({ type: 'BankLineTextErased', data: { cause: 'order erased' } })
  const events = await shop.eventStore.readStream(orderStream(orderId))
  expect(last && last.position < (events.at(-1)?.position ?? 0n)).toBe(true)
})
