import { resultOf } from '@strand/contracts/answer'
import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import { OrderAudit, type OrderAuditEvent } from '@strand/contracts/order/audit'
import { bankLineOf } from '@strand/projections/testing/money'
import { actorOf } from '@strand/projections/testing/projection'
import { expect, test } from 'vitest'
import { openTestShop, superadministrator } from '../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'
const at = (minute: number) => `2026-11-12T08:0${minute}:00.000Z`
const staff = actorOf('staff', superadministrator)

/** An order for which a line was matched, unmatched, and matched again on approval. */
const aPaidOrder = async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const line = await bankLineOf(shop.personalData)
  const say = (minute: number, ...events: BankLineEvent[]) =>
    shop.append(`bank-line-${line.lineId}`, events, { at: at(minute), actor: staff })
  const append = (event: { type: string; data: unknown }, minute: number, schemaVersion = 1) =>
    shop.append(`order-${id}`, [event], { at: at(minute), actor: staff, schemaVersion })
  await append(order.created(), 0)
  await say(1, line.recorded, line.matched([{ orderId: id, amountKobo: 8_550_000 }]))
  await say(2, line.unmatched([id], 'It is Aisha’s'))
  const rest = { orderId: 'AAAA-BBBB-CCCC', amountKobo: 49_995 }
  await say(3, line.matched([{ orderId: id, amountKobo: 8_500_005 }, rest], 'command-1'))
  const evidence = { lines: [{ lineId: line.lineId, amountKobo: 8_500_005 }] }
  await append({ type: 'OrderApproved', data: { orderId: id, evidence } }, 4, 2)
  const events = async (query = ''): Promise<OrderAuditEvent[]> => {
    const { status, json } = await shop.get(`/api/admin/orders/${id}/events${query}`, 'auditor')
    expect(status).toBe(200)
    return resultOf(OrderAudit).parse(json()).result.events
  }
  return { shop, order, line, say, append, events }
}

test('an order’s events include those of its bank lines, in the log’s order', async () => {
  const { events } = await aPaidOrder()
  const all = await events()
  expect(all.map(({ process }) => process)).toEqual([
    'Placed the order',
    'Matched ₦85,500 of 12 Nov 2026 from OKAFOR CHIOMA A with the order',
    'Took ₦85,500 of 12 Nov 2026 from OKAFOR CHIOMA A from the order',
    'Matched ₦85,000.05 of 12 Nov 2026 from OKAFOR CHIOMA A with the order',
    'Approved the order on ₦85,000.05 of 12 Nov 2026',
  ])
  expect(all[2]).toMatchObject({
    type: 'BankLineUnmatched',
    createdat: at(2),
    undoable: false,
    by: { kind: 'staff' },
    changes: [{ field: 'reason', from: '', to: 'It is Aisha’s' }],
  })
  expect(all.at(-1)).toMatchObject({ type: 'OrderApproved', undoable: true })
  const positions = all.map(({ position }) => BigInt(position))
  expect(positions).toEqual(positions.toSorted((one, other) => (one < other ? -1 : 1)))
  const then = await events(`?at=${at(2)}`)
  expect(then.map(({ type }) => type)).toEqual([
    'OrderCreated',
    'BankLineMatched',
    'BankLineUnmatched',
  ])
})

test('money that the bank took back is an event of the order, and so is what staff did about it', async () => {
  const { order, line, append, events } = await aPaidOrder()
  const taken = { lineId: line.lineId, debitLineId: '99999999-9999-4999-8999-999999999999' }
  await append(order.takenBack(taken, 8_500_005), 5)
  await append(order.takenBackSeenTo(line.lineId, 'She pays tomorrow'), 6)
  const [approved, noticed, seenTo] = (await events()).slice(-3)
  expect(approved).toMatchObject({ type: 'OrderApproved', undoable: true })
  expect(noticed).toMatchObject({
    process: 'Noticed that the bank took back ₦85,000.05 of 12 Nov 2026 on 14 Nov 2026',
    changes: [],
    undoable: false,
  })
  expect(seenTo).toMatchObject({
    process: 'Dealt with the money that the bank took back: The customer was asked to pay again',
    changes: [{ field: 'note', from: '', to: 'She pays tomorrow' }],
    undoable: false,
  })
})

test('the order’s events include debts and their repayments', async () => {
  const { shop, order, line, append, events } = await aPaidOrder()
  const debit = await bankLineOf(shop.personalData, { amountKobo: -300, bookedOn: '2026-11-13' })
  await shop.append(`bank-line-${debit.lineId}`, [debit.recorded])
  const owedId = '99999999-9999-4999-8999-999999999999'
  const settled = { owedId, debitLineId: debit.lineId }
  await append(order.owed({ owedId, lineId: line.lineId }, 550_000, 'You paid too much'), 5)
  await append(order.paidBack(settled, 300, 549_700), 6)
  await append(order.notPaidBack(settled), 7)
  await append(order.notOwed(owedId), 8)
  expect(
    (await events())
      .slice(-4)
      .map(({ process, changes, undoable }) => [process, changes, undoable]),
  ).toEqual([
    [
      'Recorded that ₦5,500 of 12 Nov 2026 is owed back to the customer',
      [{ field: 'reason', from: '', to: 'You paid too much' }],
      false,
    ],
    ['Noted that the customer got back ₦3 of 13 Nov 2026; ₦5,497 is still owed', [], false],
    ['Undid recording that the customer got money back', [], false],
    ['Undid recording that money is owed back to the customer', [], false],
  ])
})

test('an approval without money says why, for as long as the order has its key', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  await shop.append(`order-${id}`, [order.created()], { at: at(0) })
  const without = shop.personalData.seal(order.key, { text: 'Paid in cash' })
  const approved = { type: 'OrderApproved', data: { orderId: id, evidence: { without } } }
  await shop.append(`order-${id}`, [approved], { at: at(1), actor: staff, schemaVersion: 2 })
  const last = async () =>
    (await shop.get(`/api/admin/orders/${id}/events`, 'auditor')).json().result.events[1].process
  expect(await last()).toBe('Approved without money: Paid in cash')
  await shop.personalData.erase(order.key.id)
  await shop.append(`order-${id}`, [order.erased()], { at: at(2) })
  expect(await last()).toBe('Approved without money: erased')
})

test('the first of two approvals says what it rests on, money or a reason', async () => {
  const { line, append, events } = await aPaidOrder()
  const evidence = { lines: [{ lineId: line.lineId, amountKobo: 8_500_005 }] }
  await append({ type: 'OrderApprovalProposed', data: { orderId: id, evidence } }, 5)
  expect((await events()).at(-1)?.process).toBe(
    'Approved the order on ₦85,000.05 of 12 Nov 2026 as the first of two people',
  )

  const other = await aPaidOrder()
  const last = async () => (await other.events()).findLast(({ type }) => /Proposed/.test(type))
  await other.append(other.order.proposed(), 5)
  expect((await last())?.process).toBe('Approved the order as the first of two people')
  await other.append(other.order.proposed('Paid in cash'), 6)
  expect((await last())?.process).toBe(
    'Approved without money as the first of two people: Paid in cash',
  )
  await other.append(other.order.erased(), 7)
  expect((await last())?.process).toBe('Approved without money as the first of two people: erased')
})

test('a line that only a proposal names has its day in the history', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const line = await bankLineOf(shop.personalData)
  await shop.append(`bank-line-${line.lineId}`, [line.recorded])
  const evidence = { lines: [{ lineId: line.lineId, amountKobo: 8_550_000 }] }
  const proposed = { type: 'OrderApprovalProposed', data: { orderId: id, evidence } }
  await shop.append(`order-${id}`, [order.created(), proposed])
  const answer = await shop.get(`/api/admin/orders/${id}/events`, 'auditor')
  expect(answer.json().result.events.at(-1).process).toBe(
    'Approved the order on ₦85,500 of 12 Nov 2026 as the first of two people',
  )
})

test('nobody can read who paid for an erased order or a line whose texts were erased', async () => {
  const { line, say, events } = await aPaidOrder()
  await say(5, line.textErased())
  expect((await events())[1]?.process).toBe(
    'Matched ₦85,500 of 12 Nov 2026 from erased with the order',
  )

  const other = await aPaidOrder()
  // The line also pays for another order, so its key survives the erasure.
  await other.append(other.order.erased(), 5)
  const text = JSON.stringify(await other.events())
  expect(text).not.toMatch(/okafor|aisha/i)
  expect(text).toContain('₦85,500 of 12 Nov 2026 from erased')
})

test('customers see nothing about bank lines', async () => {
  const { shop } = await aPaidOrder()
  const { status, text } = await shop.get(`/api/orders/${id}/history`)
  expect(status).toBe(200)
  expect(text).not.toMatch(/okafor|\b85,\d|bank|matched|aisha/i)
})
