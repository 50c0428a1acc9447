import { randomUUID } from 'node:crypto'
import type { OrderEvent } from '@strand/contracts/order/events'
import type { OrderRow } from '@strand/contracts/order/staff'
import { bankLineOf } from '@strand/projections/testing/money'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'
import { readOwed } from './day-close.ts'

const october = { from: '2026-10-01', to: '2026-10-31' }
const november = { from: '2026-11-01', to: '2026-11-30' }

test('a search finds the orders that the close of a day counts as approved without money', async () => {
  const shop = await openTestShop()
  const amountKobo = 9_400_000
  const line = await bankLineOf(shop.personalData, { amountKobo })
  const late = await bankLineOf(shop.personalData, { amountKobo })
  type Events = Awaited<ReturnType<typeof shop.order>>
  const append = async (
    id: string,
    eventsOf: (order: Events) => OrderEvent[],
    at = '2026-03-02T10:00:00.000Z',
  ) => {
    const order = await shop.order(id)
    await shop.append(`order-${id}`, [order.created()], { at: '2026-03-01T10:00:00.000Z' })
    for (const event of eventsOf(order)) {
      const schemaVersion = event.type === 'OrderApproved' ? 2 : 1
      await shop.append(`order-${id}`, [event], { at, schemaVersion })
    }
  }
  const undone = (order: Events) => [order.approved(), order.undone('confirmed', 'pending')]
  const evidence = { lines: [{ lineId: line.lineId, amountKobo }] }
  await append('PAID LATER', (order) => [order.approved()])
  await append('TAKEN BACK', (order) => [
    { type: 'OrderApproved', data: { orderId: 'TAKEN BACK', evidence } },
    order.takenBack({ lineId: line.lineId, debitLineId: randomUUID() }, amountKobo),
  ])
  await append('UNDONE', undone)
  await append('TWICE', (order) => [...undone(order), order.approved()])
  await append('SHIPPED', (order) => [order.approved(), order.changed('confirmed', 'shipped')])
  // Half past midnight in Lagos.
  await append('NEXT DAY', (order) => [order.approved()], '2026-03-02T23:30:00.000Z')
  const match = [{ orderId: 'PAID LATER', amountKobo }]
  await shop.append(`bank-line-${late.lineId}`, [late.recorded, late.matched(match)])

  const on = async (day: string) => {
    const read = async (url: string) => (await shop.get(url, 'administrator')).json().result
    const { approvals, ordersWithoutMoney } = await read(`/api/admin/reports/day/${day}`)
    const { data, total } = await read(`/api/admin/orders/search?approvedWithoutMoney=${day}`)
    const rows = data.map(({ orderid, orderstatus }: OrderRow) => `${orderid}: ${orderstatus}`)
    return { counted: [approvals.withoutMoney, ordersWithoutMoney, total], rows: rows.sort() }
  }
  expect(await on('2026-03-02')).toEqual({
    counted: [5, 4, 4],
    rows: ['PAID LATER: confirmed', 'SHIPPED: shipped', 'TWICE: confirmed', 'UNDONE: pending'],
  })
  expect(await on('2026-03-03')).toEqual({ counted: [1, 1, 1], rows: ['NEXT DAY: confirmed'] })
  expect(await on('2026-03-01')).toEqual({ counted: [0, 0, 0], rows: [] })
  const words = 'approvedWithoutMoney=2026-03-02&search=twice'
  const both = await shop.get(`/api/admin/orders/search?${words}`, 'auditor')
  expect(both.json().result.total).toBe(1)
})

test('a repayment counts in the month of its debit, whenever staff recorded it', async () => {
  const shop = await openTestShop()
  const debit = await bankLineOf(shop.personalData, { bookedOn: '2026-10-30', amountKobo: -5_000 })
  await shop.append(`bank-line-${debit.lineId}`, [debit.recorded])
  await shop.caughtUp()
  await shop.pool.query(
    `insert into read.order_paid_back values
      (gen_random_uuid(), $1, 5000, '2026-11-02T09:00:00Z'),
      (gen_random_uuid(), gen_random_uuid(), 70, '2026-10-31T22:30:00Z'),
      (gen_random_uuid(), gen_random_uuid(), 900, '2026-10-31T23:30:00Z')`,
    [debit.lineId],
  )
  const paidBack = async (days: typeof october) =>
    (await readOwed(shop.pool, days)).owed.paidBackKobo
  expect([await paidBack(october), await paidBack(november)]).toEqual([5_070, 900])
})

test('uncertain money counts as taken back once staff confirm it, and never once they deny it', async () => {
  const shop = await openTestShop()
  await shop.caughtUp()
  await shop.pool.query(
    `insert into read.order_taken_back
     select 'ORDER', gen_random_uuid(), gen_random_uuid(), amount, '2026-11-10', certain, now(), outcome
     from (values (1, true, null), (20, false, null), (300, false, 'owed'), (4000, true, 'owed'),
       (50000, false, 'mistaken'), (600000, true, 'mistaken'),
       (7000000, false, 'paid-back')) one (amount, certain, outcome)`,
  )
  expect((await readOwed(shop.pool, november)).takenBackKobo).toBe(4_301)
  expect((await readOwed(shop.pool, october)).takenBackKobo).toBe(0)
})
