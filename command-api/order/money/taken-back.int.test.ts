import { randomUUID } from 'node:crypto'
import { bankStatementEvents, bankStatementStream } from '@strand/contracts/money/events'
import { orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import { textOf } from '@strand/contracts/order/personal'
import { Rejected } from '@strand/event-sourcing/errors'
import { lockSession } from '@strand/event-sourcing/postgres/advisory-lock'
import { withMetadata } from '@strand/platform/http/command-origin'
import { eventually } from '@strand/platform/testing/eventually'
import { seed } from '@strand/platform/testing/random'
import { statementOf } from '@strand/projections/testing/money'
import { orderSchema } from '@strand/projections/testing/order'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { shopAccountId } from '../../money/testing/import-statement.ts'
import { recordLine, someOrigin } from '../../money/testing/record-line.ts'
import { openShop as openWholeShop, placed, type Shop, userIds } from '../../testing/test-shop.ts'
import { noteTakenBack, takenBackLock } from './taken-back.ts'
import {
  approve,
  byLines,
  lineOf,
  matchByHand,
  moneyOf,
  totalKobo,
  undo,
} from './testing/money-shop.ts'

/** A shop whose own process does not look for money that was taken back. */
const openShop = async () => {
  const shop = await openWholeShop()
  const connection = await shop.pool.connect()
  await lockSession(connection, takenBackLock)
  onTestFinished(() => connection.release(true))
  return shop
}

/** Imports a statement whose lines are recorded already. */
const importStatement = async ({ eventStore }: Shop, statementId: string, day = '2026-11-12') => {
  const event = statementOf({ statementId, bankAccountId: shopAccountId, from: day, to: day })
  const encode = withMetadata(bankStatementEvents, someOrigin())
  await eventStore.append(bankStatementStream(statementId), [encode(event)], 'no-stream')
}

/** A credit with the total of the test's order, in a statement of its own. */
const credit = async (shop: Shop, reference: string, amountKobo = totalKobo) => {
  const statementId = randomUUID()
  const lineId = await lineOf(
    shop,
    { statementId, bookedOn: '2026-11-12', amountKobo },
    { payer: 'OBI ADA', narration: 'NIP/GTB/OBI ADA/hair', reference },
  )
  await importStatement(shop, statementId)
  return lineId
}

/** The bank takes the credit back two days later, in a later statement. */
const takeBack = async (
  shop: Shop,
  reference: string,
  amountKobo = totalKobo,
  narration = 'RVSL NIP/GTB/OBI ADA/hair',
) => {
  const statementId = randomUUID()
  const { lineId } = await recordLine(
    shop,
    { statementId, bookedOn: '2026-11-14', amountKobo: -amountKobo },
    { payer: '', narration, reference },
  )
  await importStatement(shop, statementId, '2026-11-14')
  return lineId
}

const takenBackOf = async ({ eventStore }: Shop, orderId: string) =>
  (await eventStore.readStream(orderStream(orderId)))
    .map((stored) => orderStreamEvents.decode(stored))
    .flatMap(({ event, metadata }) =>
      event.type === 'OrderMoneyTakenBack' || event.type === 'OrderMoneyTakenBackSeenTo'
        ? [{ event, metadata }]
        : [],
    )

const seeTo = (shop: Shop, orderId: string, lineId: string, body: object, as = {}) =>
  shop.call('POST', `/api/admin/orders/${orderId}/taken-back/${lineId}/seen-to`, body, as)

/**
 * An order that was approved with money that the bank took back later; the read models show both.
 */
const bounced = async (shop: Shop) => {
  const orderId = await placed(shop)
  const reference = randomUUID()
  const lineId = await credit(shop, reference)
  const { status } = await approve(shop, orderId, byLines([lineId]))
  expect(status).toBe(200)
  const debitLineId = await takeBack(shop, reference)
  await shop.project()
  return { orderId, lineId, debitLineId }
}

test('money that the bank took back is noted once on the order that it paid, by the shop itself', async () => {
  const shop = await openShop()
  const { orderId, lineId, debitLineId } = await bounced(shop)
  // This order is matched but pending, so it has no approval that could lose its money.
  const pending = await placed(shop)
  const other = await credit(shop, 'S-PENDING')
  await matchByHand(shop, other, pending)
  await takeBack(shop, 'S-PENDING')
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(1)
  // The reversal is noted only once, even if the read models do not show the note yet, and even by
  // a new process.
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
  const [noted, ...more] = await takenBackOf(shop, orderId)
  expect(noted?.event.data).toEqual({
    orderId,
    lineId,
    debitLineId,
    amountKobo: totalKobo,
    takenBackOn: '2026-11-14',
    isCertain: true,
  })
  expect(noted?.metadata.actor).toEqual({ kind: 'system', id: 'order-money' })
  expect(more).toEqual([])
  expect(await takenBackOf(shop, pending)).toEqual([])
  // Once someone approves the order, the money is missing.
  expect((await approve(shop, pending)).status).toBe(200)
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(1)
  expect(await takenBackOf(shop, pending)).toHaveLength(1)
})

test('a line that pays for two orders is noted on both, each with its part', async () => {
  const shop = await openShop()
  const orders = [await placed(shop), await placed(shop)]
  const lineId = await credit(shop, 'S-BOTH', 2 * totalKobo)
  for (const orderId of orders) await approve(shop, orderId, byLines([lineId]))
  await takeBack(shop, 'S-BOTH', 2 * totalKobo)
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(2)
  for (const orderId of orders)
    expect((await takenBackOf(shop, orderId)).map(({ event }) => event.data)).toMatchObject([
      { lineId, amountKobo: totalKobo },
    ])
})

test('if it is unclear which of two credits the bank took back, both orders are in doubt until it is clear', async () => {
  const shop = await openShop()
  const [one = '', other = ''] = [await placed(shop), await placed(shop)]
  for (const orderId of [one, other])
    await approve(shop, orderId, byLines([await credit(shop, `S-${orderId}`)]))
  await takeBack(shop, '', totalKobo, 'REVERSAL')
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(2)
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
  const certain = async (orderId: string) =>
    (await takenBackOf(shop, orderId)).map(({ event }) =>
      event.type === 'OrderMoneyTakenBack' ? event.data.isCertain : event.data.outcome,
    )
  expect([await certain(one), await certain(other)]).toEqual([[false], [false]])
  const [noted] = await takenBackOf(shop, one)
  const lineId = String(noted?.event.data.lineId)
  expect((await seeTo(shop, one, lineId, { outcome: 'mistaken' })).status).toBe(200)
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
  await takeBack(shop, '', totalKobo, 'REVERSAL')
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(2)
  expect([await certain(one), await certain(other)]).toEqual([
    [false, 'mistaken', true],
    [false, true],
  ])
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
})

test.each([
  { what: 'in a later file', isLater: true },
  { what: 'in their file', isLater: false },
])('if the bank takes back one of two equal transfers $what, it counts as the one that pays for no order', async ({
  isLater,
}) => {
  const shop = await openShop()
  const [first, second] = [await placed(shop), await placed(shop)]
  const statementId = randomUUID()
  const texts = (session: number) => ({
    payer: 'OBI ADA',
    narration: `NIP/GTB/OBI ADA/hair/00001326111200000${session}`,
    reference: '',
  })
  const twice = [
    await lineOf(shop, { statementId, bookedOn: '2026-11-12' }, texts(1)),
    (await recordLine(shop, { statementId, bookedOn: '2026-11-12' }, texts(2))).lineId,
  ]
  const refund = async (inStatement: string) =>
    recordLine(
      shop,
      { statementId: inStatement, bookedOn: '2026-11-12', amountKobo: -totalKobo },
      { payer: '', narration: 'REFUND OBI ADA', reference: '' },
    )
  if (!isLater) await refund(statementId)
  expect((await approve(shop, first, byLines([twice[0] ?? '']))).status).toBe(200)
  if (isLater) {
    const later = randomUUID()
    await refund(later)
    await importStatement(shop, later)
  }
  await shop.project()
  const { rows } = await shop.pool.query<{ doubts: number }>(
    'select count(perhaps_reversed_by)::int as doubts from read.bank_line',
  )
  expect(rows).toEqual([{ doubts: 2 }])
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
  // If both credits pay for an order, nobody knows whose money is gone.
  expect((await approve(shop, second, byLines([twice[1] ?? '']))).status).toBe(200)
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(2)
  for (const orderId of [first, second])
    expect((await takenBackOf(shop, orderId)).map(({ event }) => event.data)).toMatchObject([
      { isCertain: false },
    ])
})

test('someone else’s transfer, or a second debit, does not remove the doubt about an order', async () => {
  const shop = await openShop()
  const [ada, eze] = [await placed(shop), await placed(shop)]
  const day = { bookedOn: '2026-11-12' }
  const of = (payer: string) => ({ payer, narration: `NIP/GTB/${payer}/hair`, reference: '' })
  const paid = await lineOf(shop, day, of('OBI ADA'))
  await lineOf(shop, day, of('BELLO AISHA'))
  expect((await approve(shop, ada, byLines([paid]))).status).toBe(200)
  await takeBack(shop, '', totalKobo, 'REVERSAL')
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(1)
  // Of three equal credits, two pay for the order. A first reversal may be about the third one.
  const small = totalKobo - 100
  const lines = [
    await lineOf(shop, { ...day, amountKobo: small }, of('EZE NGOZI')),
    await lineOf(shop, { ...day, amountKobo: small }, of('EZE NGOZI')),
    await lineOf(shop, { ...day, amountKobo: small }, of('EZE NGOZI')),
  ]
  await matchByHand(shop, lines[0] ?? '', eze, small)
  await matchByHand(shop, lines[1] ?? '', eze, 100)
  expect((await approve(shop, eze)).status).toBe(200)
  await takeBack(shop, '', small, 'REVERSAL')
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
  await takeBack(shop, '', small, 'REVERSAL')
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(2)
})

test.each([
  'owed back',
  'set aside',
  'of no name',
])('a transfer that is %s cannot stand in for the one that pays for an order', async (what) => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const day = { bookedOn: '2026-11-12' }
  const texts = (session: number) => ({
    payer: what === 'of no name' ? '' : 'OBI ADA',
    narration: `NIP/00001326111200000${session}`,
    reference: '',
  })
  const paid = await lineOf(shop, day, texts(1))
  const other = await lineOf(shop, day, texts(2))
  expect((await approve(shop, orderId, byLines([paid]))).status).toBe(200)
  const change = async (as: string, body: object) =>
    expect((await shop.call('POST', `/api/admin/bank-lines/${other}/${as}`, body)).status).toBe(200)
  if (what === 'owed back') await change('owe', { orderId, amountKobo: totalKobo, reason: 'Twice' })
  if (what === 'set aside') await change('set-aside', { kind: 'refund', note: 'Twice' })
  await takeBack(shop, '', totalKobo, 'REVERSAL')
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(1)
})

/**
 * An order that was paid for by one of two equal transfers; the other one is owed back. A debit of
 * that amount may have taken back either.
 */
const paidTwice = async (shop: Shop) => {
  const orderId = await placed(shop)
  const [paid, other] = [await credit(shop, 'S-PAID'), await credit(shop, 'S-TWICE')]
  expect((await approve(shop, orderId, byLines([paid]))).status).toBe(200)
  const debit = await takeBack(shop, '', totalKobo, 'REFUND OBI ADA')
  const line = (id: string, name: string, body: object) =>
    shop.call('POST', `/api/admin/bank-lines/${id}/${name}`, body)
  const owe = async (amountKobo: number): Promise<string> => {
    const { status, body } = await line(other, 'owe', { orderId, amountKobo, reason: 'Twice' })
    expect(status, JSON.stringify(body)).toBe(200)
    await shop.project()
    return body.result.owedId
  }
  const settle = async (name: 'settle' | 'unsettle', owedId: string) => {
    expect((await line(debit, name, { owedId })).status).toBe(200)
    await shop.project()
  }
  const doubts = async () => {
    const { rows } = await shop.pool.query<{ reversed_by: string | null; by: string | null }>(
      'select reversed_by, perhaps_reversed_by as by from read.bank_line where line_id = $1',
      [paid],
    )
    return rows
  }
  const seen = new Set<string>()
  /** What the order's stream says after a round, and whether the read model flags the order. */
  const after = async (noted: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
    expect(await noteTakenBack(moneyOf(shop), seen)).toBe(noted)
    await shop.project()
    const { rows } = await shop.pool.query(
      'select from read.order_taken_back where outcome is null',
    )
    const said = (await takenBackOf(shop, orderId)).map(({ event }) =>
      event.type === 'OrderMoneyTakenBack' ? event.data.isCertain : event.data.outcome,
    )
    return { said, isMarked: rows.length > 0 }
  }
  return { orderId, debit, owe, settle, doubts, after }
}

test('a debit that pays back money owed raises no doubt, until that is undone', async () => {
  const shop = await openShop()
  const { debit, owe, settle, doubts, after } = await paidTwice(shop)
  const owedId = await owe(totalKobo)
  expect(await doubts()).toEqual([{ reversed_by: null, by: debit }])
  const said: unknown[] = []
  for (let times = 0; times < 2; times++) {
    said.push(false)
    expect(await after(1)).toEqual({ said, isMarked: true })
    await settle('settle', owedId)
    expect(await doubts()).toEqual([{ reversed_by: null, by: null }])
    said.push('paid-back')
    expect(await after(0)).toEqual({ said, isMarked: false })
    expect(await after(0)).toEqual({ said, isMarked: false })
    await settle('unsettle', owedId)
    expect(await doubts()).toEqual([{ reversed_by: null, by: debit }])
  }
})

test('the command that records a repayment ends the doubt about its debit, and its position covers that', async () => {
  const shop = await openShop()
  const { orderId, debit, owe, after } = await paidTwice(shop)
  const owedId = await owe(totalKobo)
  expect(await after(1)).toEqual({ said: [false], isMarked: true })
  const settled = await shop.call('POST', `/api/admin/bank-lines/${debit}/settle`, { owedId })
  expect(settled.status).toBe(200)
  const events = await shop.eventStore.readStream(orderStream(orderId))
  expect(events.at(-1)?.type).toBe('OrderMoneyTakenBackSeenTo')
  expect(settled.headers['x-position']).toBe(String(events.at(-1)?.position))
})

test('a debit of which only a part pays money back may still have taken a transfer back', async () => {
  const shop = await openShop()
  const { debit, owe, settle, doubts, after } = await paidTwice(shop)
  const owed = [await owe(totalKobo - 100), await owe(100)]
  await settle('settle', owed[0] ?? '')
  expect(await doubts()).toEqual([{ reversed_by: null, by: debit }])
  expect(await after(1)).toEqual({ said: [false], isMarked: true })
  await settle('settle', owed[1] ?? '')
  expect(await after(0)).toEqual({ said: [false, 'paid-back'], isMarked: false })
})

test('if another debit raises the same doubt, the order stays marked because of that one', async () => {
  const shop = await openShop()
  const { owe, settle, after } = await paidTwice(shop)
  const owedId = await owe(totalKobo)
  expect(await after(1)).toEqual({ said: [false], isMarked: true })
  const other = await takeBack(shop, '', totalKobo, 'REFUND MADAM')
  await settle('settle', owedId)
  expect(await after(1)).toEqual({ said: [false, 'paid-back', false], isMarked: true })
  const { rows } = await shop.pool.query('select debit_line_id from read.order_taken_back')
  expect(rows).toEqual([{ debit_line_id: other }])
})

test('a repayment that the read models do not show yet raises no doubt', async () => {
  const shop = await openShop()
  const { orderId, debit, owe } = await paidTwice(shop)
  const owedId = await owe(totalKobo)
  const settled = await shop.call('POST', `/api/admin/bank-lines/${debit}/settle`, { owedId })
  expect(settled.status).toBe(200)
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
  expect(await takenBackOf(shop, orderId)).toEqual([])
})

test('several processes at once note it only once', async () => {
  const shop = await openShop()
  const made = [await bounced(shop), await bounced(shop)]
  const noted = await Promise.all([1, 2, 3, 4].map(() => noteTakenBack(moneyOf(shop))))
  expect(noted.reduce((sum, count) => sum + count, 0)).toBe(2)
  for (const { orderId } of made) expect(await takenBackOf(shop, orderId)).toHaveLength(1)
})

test('wherever a process dies, each order has the note once in the end, even after a rebuild', async () => {
  const shop = await openShop()
  let budget = Number.POSITIVE_INFINITY
  let isDone = true
  const { eventStore } = shop
  const dying =
    <Given extends unknown[], T>(request: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      budget -= 1
      if (budget > 0) return request(...given)
      if (budget === 0 && isDone) await request(...given)
      throw new Rejected('unavailable', 'dead')
    }
  const mortal = {
    ...eventStore,
    append: dying(eventStore.append),
    readStream: dying(eventStore.readStream),
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ at: fc.integer({ min: 1, max: 8 }), hasEffect: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (deaths) => {
        const { orderId } = await bounced(shop)
        for (const { at, hasEffect } of deaths) {
          budget = at
          isDone = hasEffect
          await noteTakenBack(moneyOf(shop, { eventStore: mortal })).catch((error) => {
            if (!(error instanceof Rejected)) throw error
          })
        }
        budget = Number.POSITIVE_INFINITY
        await noteTakenBack(moneyOf(shop, { eventStore: mortal }))
        expect(await takenBackOf(shop, orderId)).toHaveLength(1)
      },
    ),
    { seed, numRuns: 8 },
  )
  const before = await eventStore.headPosition()
  await shop.pool.query(`delete from ${orderSchema(shop.personalData)}.order_taken_back`)
  await noteTakenBack(moneyOf(shop))
  await shop.pool.query('drop view read.order_taken_back')
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
  expect(await eventStore.headPosition()).toBe(before)
})

test('undoing an approval drops the note, and a new approval with the same money gets it again', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const lineId = await credit(shop, 'S-UNDONE')
  await matchByHand(shop, lineId, orderId)
  const approval = await approve(shop, orderId, byLines([lineId]))
  await takeBack(shop, 'S-UNDONE')
  await shop.project()
  const seen = new Set<string>()
  expect(await noteTakenBack(moneyOf(shop), seen)).toBe(1)
  await shop.project()
  const open = async () =>
    (await shop.pool.query('select outcome from read.order_taken_back')).rows as object[]
  expect(await open()).toEqual([{ outcome: null }])
  expect((await undo(shop, orderId, approval.body.position)).status).toBe(200)
  await shop.project()
  expect([await open(), await noteTakenBack(moneyOf(shop), seen)]).toEqual([[], 0])
  expect((await seeTo(shop, orderId, lineId, { outcome: 'asked' })).status).toBe(404)
  await approve(shop, orderId)
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop), seen)).toBe(1)
  await shop.project()
  expect(await open()).toEqual([{ outcome: null }])
})

test('one person deals with it, with a note sealed under the order’s key, and nobody can do so again', async () => {
  const shop = await openShop()
  const { orderId, lineId } = await bounced(shop)
  const asked = { outcome: 'asked', note: 'Called Ada, she pays tomorrow' }
  expect((await seeTo(shop, orderId, lineId, asked)).status).toBe(404)
  await noteTakenBack(moneyOf(shop))
  const unknown = '7K3Q-ZM9X-WD4T'
  expect((await seeTo(shop, unknown, lineId, asked)).status).toBe(404)
  expect((await seeTo(shop, orderId, randomUUID(), asked)).status).toBe(404)
  expect((await seeTo(shop, orderId, 'no id', asked)).status).toBe(404)
  expect((await seeTo(shop, orderId, lineId, { note: '' })).status).toBe(400)
  expect((await seeTo(shop, orderId, lineId, { outcome: 'gone' })).status).toBe(400)
  expect((await seeTo(shop, orderId, lineId, asked, { role: 'auditor' })).status).toBe(403)
  const both = await Promise.all([
    seeTo(shop, orderId, lineId.toUpperCase(), asked),
    seeTo(shop, orderId, lineId, asked),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const last = (await takenBackOf(shop, orderId)).at(-1)
  expect(last?.event).toMatchObject({
    type: 'OrderMoneyTakenBackSeenTo',
    data: { orderId, lineId, outcome: 'asked' },
  })
  expect(last?.metadata.actor).toEqual({ kind: 'staff', id: userIds.administrator })
  const note = last?.event.type === 'OrderMoneyTakenBackSeenTo' ? last.event.data.note : null
  const [opened] = await shop.personalData.open(note ? [note] : [])
  expect(textOf(opened)).toBe(asked.note)
  await shop.project()
  expect(await noteTakenBack(moneyOf(shop))).toBe(0)
})

test('on an erased order, it is dealt with without a note', async () => {
  const shop = await openShop()
  const { orderId, lineId } = await bounced(shop)
  await noteTakenBack(moneyOf(shop))
  const erased = await shop.call(
    'DELETE',
    `/api/admin/orders/${orderId}/personal-data`,
    undefined,
    { role: 'superadministrator' },
  )
  expect(erased.status).toBe(200)
  const note = 'Called Ada'
  expect((await seeTo(shop, orderId, lineId, { outcome: 'asked', note })).status).toBe(409)
  expect((await seeTo(shop, orderId, lineId, { outcome: 'written-off' })).status).toBe(200)
  expect((await seeTo(shop, orderId, lineId, { outcome: 'asked', note })).status).toBe(409)
})

test('the shop notes it automatically', async () => {
  const shop = await openWholeShop()
  const { orderId } = await bounced(shop)
  await eventually(
    () => takenBackOf(shop, orderId),
    (events) => events.length === 1,
  )
})
