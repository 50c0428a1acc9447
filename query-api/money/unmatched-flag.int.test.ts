import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import type { OrderEvent } from '@strand/contracts/order/events'
import { bankLineOf } from '@strand/projections/testing/money'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'
const amountKobo = 8_550_000

test('an approved order is flagged while money that it was approved with is unmatched', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const [paid, other] = [
    await bankLineOf(shop.personalData),
    await bankLineOf(shop.personalData, { narration: 'NIP/GTB/BOLA ADE' }),
  ]
  const ofOrder = (...events: OrderEvent[]) => shop.append(`order-${id}`, events)
  const ofLine = ({ lineId }: typeof paid, ...events: BankLineEvent[]) =>
    shop.append(`bank-line-${lineId}`, events)
  const flagsIn = async (tab: string) => {
    const got = await shop.get(`/api/admin/${tab}`, 'auditor')
    return got.json().result.data[0].flags
  }
  const match = [{ orderId: id, amountKobo }]
  const approved: OrderEvent = {
    type: 'OrderApproved',
    data: { orderId: id, evidence: { lines: [{ lineId: paid.lineId, amountKobo }] } },
  }
  await ofOrder(order.created())
  await ofLine(paid, paid.recorded)
  await ofLine(other, other.recorded)

  // Before the approval, money comes and goes without a flag.
  await ofLine(other, other.matched(match), other.unmatched([id]))
  await ofLine(paid, paid.matched(match))
  await shop.append(`order-${id}`, [approved], { schemaVersion: 2 })
  expect(await flagsIn('confirmed-orders')).toEqual([])
  await ofLine(paid, paid.unmatched([id]))
  expect(await flagsIn('confirmed-orders')).toEqual(['unmatched'])
  await ofOrder(order.changed('confirmed', 'shipped'))
  expect(await flagsIn('orders/delivery')).toEqual(['unmatched'])

  await ofLine(other, other.matched([{ orderId: id, amountKobo: amountKobo - 1 }]))
  expect(await flagsIn('orders/delivery')).toEqual(['unmatched'])
  await ofLine(other, other.unmatched([id]), other.matched(match))
  expect(await flagsIn('orders/delivery')).toEqual([])
  await ofLine(other, other.unmatched([id]))
  await ofOrder(order.undone('shipped', 'pending'))
  expect(await flagsIn('orders')).toEqual(['waiting'])

  // An approval without money cannot lose any.
  await ofOrder(order.approved())
  expect(await flagsIn('confirmed-orders')).toEqual([])
})

test('a list shows the reader’s own unmatch, even if the read model of the bank is late', async () => {
  const shop = await openTestShop({ projectors: true })
  const order = await shop.order(id)
  const { lineId, recorded, matched, unmatched } = await bankLineOf(shop.personalData)
  const evidence = { lines: [{ lineId, amountKobo }] }
  await shop.append(`order-${id}`, [order.created()])
  await shop.append(`bank-line-${lineId}`, [recorded, matched([{ orderId: id, amountKobo }])])
  const approved: OrderEvent = { type: 'OrderApproved', data: { orderId: id, evidence } }
  await shop.append(`order-${id}`, [approved], { schemaVersion: 2 })
  await shop.caughtUp()
  const late = await shop.pool.connect()
  await late.query('begin')
  await late.query('lock table read.bank_line in exclusive mode')
  const position = await shop.append(`bank-line-${lineId}`, [unmatched([id])])
  const answers = ['confirmed-orders', `orders/rows?ids=${id}`, `orders/search?search=${id}`].map(
    (url) =>
      shop.app.inject({
        url: `/api/admin/${url}`,
        headers: { authorization: 'Bearer auditor', 'x-min-position': String(position) },
      }),
  )
  setTimeout(async () => {
    await late.query('commit')
    late.release()
  }, 300)
  for (const answer of await Promise.all(answers)) expect(answer.body).toContain('"unmatched"')
})
