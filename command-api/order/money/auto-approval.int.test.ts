import { orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/order'
import { expect, test } from 'vitest'
import { openShop, placed, type Shop } from '../../testing/test-shop.ts'
import { autoApprove, newMemory } from './auto-approval.ts'
import {
  approve,
  byLines,
  lineOf,
  matchByHand,
  moneyOf,
  paidBy,
  saidOf,
  statusOf,
  totalKobo,
  undo,
} from './testing/money-shop.ts'

const naming = (shop: Shop, narration: string, amountKobo = totalKobo) =>
  lineOf(shop, { amountKobo }, { payer: '', narration, reference: '' })

test('an order is approved by itself by the one line of its total that names it, and no other', async () => {
  const shop = await openShop()
  const [paid, twice, named] = [await placed(shop), await placed(shop), await placed(shop)]
  const [less, asked, partly] = [await placed(shop), await placed(shop), await placed(shop)]
  const lineId = await naming(shop, `NIP/X/${paid.toLowerCase().replaceAll('-', ' ')}/hair`)
  for (const _ of [1, 2]) await naming(shop, `NIP/X/${twice}`)
  await naming(shop, 'NIP/GTB/OBI ADA/hair')
  await naming(shop, `NIP/X/${less}`, totalKobo - 1)
  await naming(shop, `NIP/X/${asked}`)
  await shop.call('POST', `/api/admin/orders/${asked}/question`, { kind: 'proof', text: 'Blurred' })
  // By hand, a part of it: then it is for people.
  await naming(shop, `NIP/X/${partly}`)
  await matchByHand(shop, await lineOf(shop), partly, 1)
  await shop.project()
  const money = moneyOf(shop, { undoSeconds: 30 })
  const memory = newMemory()
  expect(await autoApprove(money, memory)).toBe(1)
  for (const orderId of [twice, named, less, asked, partly])
    expect(await statusOf(shop, orderId)).toBe('pending')
  const stored = (await shop.eventStore.readStream(orderStream(paid))).at(-1)
  const { event, metadata } = orderStreamEvents.decode(stored as never)
  expect(event).toMatchObject({
    type: 'OrderApproved',
    data: {
      evidence: byLines([lineId]),
      undoUntil: new Date(+shop.clock.now + 30_000).toISOString(),
    },
  })
  expect(metadata.actor).toEqual({ kind: 'system', id: 'auto-approve' })
  expect((await saidOf(shop, lineId))[0]?.event).toMatchObject({ data: { rule: 'code' } })
  // Before the read models show it, and after.
  expect(await autoApprove(money, memory)).toBe(0)
  expect(await autoApprove(money)).toBe(0)
  await shop.project()
  expect(await autoApprove(money, memory)).toBe(0)
})

test('what a person undid is never approved by itself again', async () => {
  const shop = await openShop()
  const orders = [await placed(shop), await placed(shop)]
  const [byItself = '', byHand = ''] = orders
  const lines = [await naming(shop, byItself), await naming(shop, byHand)]
  const { body } = await approve(shop, byHand)
  await undo(shop, byHand, body.position)
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(1)
  const last = (await shop.eventStore.readStream(orderStream(byItself))).at(-1)
  await undo(shop, byItself, String(last?.position))
  expect(await paidBy(shop, lines[0] as string)).toEqual([])
  await shop.project()
  for (const _ of [1, 2]) expect(await autoApprove(moneyOf(shop))).toBe(0)
  for (const orderId of orders) expect(await statusOf(shop, orderId)).toBe('pending')
})

test('an order above the limit for one person waits for two, and without read models nothing happens', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const lineId = await naming(shop, orderId)
  await shop.project()
  expect(await autoApprove(moneyOf(shop, { fourEyesAbove: totalKobo / 100 - 1 }))).toBe(0)
  expect([await statusOf(shop, orderId), await paidBy(shop, lineId)]).toEqual(['pending', []])
  await shop.pool.query('drop view read.bank_allocation')
  expect(await autoApprove(moneyOf(shop))).toBe(0)
})

test('two processes approve an order once', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const lineId = await naming(shop, orderId)
  await shop.project()
  await Promise.all([1, 2, 3].map(() => autoApprove(moneyOf(shop))))
  expect(await statusOf(shop, orderId)).toBe('confirmed')
  expect(await saidOf(shop, lineId)).toHaveLength(1)
})
