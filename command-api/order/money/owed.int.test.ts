import { randomUUID } from 'node:crypto'
import { orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import { Rejected } from '@strand/event-sourcing/errors'
import { silentLog } from '@strand/event-sourcing/log'
import { eventually } from '@strand/platform/testing/eventually'
import { random } from '@strand/platform/testing/random'
import { startProjections } from '@strand/projections/start-projections'
import { expect, onTestFinished, test } from 'vitest'
import { readBankLine } from '../../money/line/handler.ts'
import { recordLine, someOrigin } from '../../money/testing/record-line.ts'
import { waitForReadModel } from '../../shared/read-model.ts'
import { openShop as openWholeShop, placed, type Shop } from '../../testing/test-shop.ts'
import { readOrder } from '../handler.ts'
import { restOf } from '../state.ts'
import { finishOrderMoney } from './finish.ts'
import { oweBack, payBack, undoPayBack, unowe } from './owed.ts'
import {
  approve,
  byLines,
  endImport,
  lineOf,
  moneyOf,
  rowsOf,
  totalKobo,
} from './testing/money-shop.ts'
import { mortal } from './testing/mortal.ts'

const openShop = async () => {
  const shop = await openWholeShop()
  const running = startProjections({ ...shop, log: silentLog })
  onTestFinished(async () => void (await Promise.all(running.map((one) => one.stop()))))
  return shop
}

const debitOf = async (shop: Shop, amountKobo: number) => {
  const texts = { payer: '', narration: 'NIP TRF TO OBI ADA', reference: randomUUID() }
  return (await recordLine(shop, { amountKobo: -amountKobo }, texts)).lineId
}

const post = (shop: Shop, lineId: string, name: string, body: object, headers = {}) =>
  shop.call('POST', `/api/admin/bank-lines/${lineId}/${name}`, body, { headers })

const owe = async (shop: Shop, lineId: string, orderId: string, amountKobo = 100, headers = {}) =>
  post(shop, lineId, 'owe', { orderId, amountKobo, reason: 'You paid twice' }, headers)

const said = async ({ eventStore }: Shop, orderId: string) =>
  (await eventStore.readStream(orderStream(orderId)))
    .map((stored) => orderStreamEvents.decode(stored).event)
    .filter(({ type }) => type.startsWith('OrderMoney'))

const owedOf = async ({ eventStore }: Shop, orderId: string) =>
  (await readOrder(eventStore, orderId)).owed

const partsOf = async ({ eventStore }: Shop, lineId: string) => {
  const { owed, paysBack } = await readBankLine(eventStore, lineId)
  return [...owed, ...paysBack].map(({ orderId, amountKobo }) => [orderId, amountKobo])
}

test('an overpayment is owed back, and paid back in parts', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const lineId = await lineOf(shop, { amountKobo: totalKobo + 5_000 })
  await approve(shop, orderId, byLines([lineId]))
  const refused = await owe(shop, lineId, orderId, 5_001)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The line does not have that much money left',
  ])
  const owed = await owe(shop, lineId.toUpperCase(), orderId.toLowerCase(), 5_000)
  expect([owed.status, owed.body.message]).toEqual([
    200,
    `₦50 is owed back to the customer of order ${orderId}`,
  ])
  const { owedId } = owed.body.result
  expect(owed.body.result).toEqual({
    owedId,
    orderId,
    lineId,
    amountKobo: 5_000,
    restKobo: 5_000,
  })
  expect(owed.headers['x-position']).toMatch(/^\d+$/)
  expect(await partsOf(shop, lineId)).toEqual([[orderId, 5_000]])
  const [event] = await said(shop, orderId)
  if (event?.type !== 'OrderMoneyOwed') throw new Error('nothing was said')
  expect(await shop.personalData.open([event.data.reason])).toEqual([{ text: 'You paid twice' }])
  const { personal } = await readOrder(shop.eventStore, orderId)
  expect(event.data.reason.keyId).toBe(personal.keyId)

  const [small, large] = [await debitOf(shop, 2_000), await debitOf(shop, 9_000)]
  const part = await post(shop, small, 'settle', { owedId })
  expect([part.status, part.body.result.restKobo]).toEqual([200, 3_000])
  expect(part.body.message).toBe(`A part is paid back for order ${orderId}: ₦30 is still owed`)
  expect((await post(shop, small, 'settle', { owedId })).status).toBe(409)
  const rest = await post(shop, large, 'settle', { owedId })
  expect([rest.status, rest.body.result.restKobo]).toEqual([200, 0])
  expect(await partsOf(shop, large)).toEqual([[orderId, 3_000]])
  expect((await post(shop, await debitOf(shop, 1), 'settle', { owedId })).status).toBe(409)

  expect((await post(shop, lineId, 'unowe', { owedId, reason: 'Wrong' })).status).toBe(409)
  for (const debit of [small, large])
    expect((await post(shop, debit, 'unsettle', { owedId })).status).toBe(200)
  expect(await partsOf(shop, large)).toEqual([])
  const freed = await post(shop, lineId, 'unowe', { owedId, reason: 'It was Ngozi’s' })
  expect([freed.status, freed.body.message]).toEqual([
    200,
    `This amount is no longer owed back for order ${orderId}`,
  ])
  expect([await partsOf(shop, lineId), await owedOf(shop, orderId)]).toEqual([[], []])
  expect(await rowsOf(shop, orderId)).toEqual([])
})

test('a repeated command does nothing twice, and gets the first answer', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const [lineId, debit] = [await lineOf(shop), await debitOf(shop, 100)]
  const keys = ['owe', 'settle', 'unsettle', 'unowe'].map(() => ({
    'idempotency-key': randomUUID(),
  }))
  const twice = async (act: () => Promise<{ status: number; body: unknown }>) => {
    const [first, second] = [await act(), await act()]
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    return first
  }
  const { body } = (await twice(() => owe(shop, lineId, orderId, 100, keys[0]))) as {
    body: { result: { owedId: string } }
  }
  const { owedId } = body.result
  await twice(() => post(shop, debit, 'settle', { owedId }, keys[1]))
  await twice(() => post(shop, debit, 'unsettle', { owedId }, keys[2]))
  await twice(() => post(shop, lineId, 'unowe', { owedId, reason: 'Wrong' }, keys[3]))
  expect((await said(shop, orderId)).map(({ type }) => type)).toEqual([
    'OrderMoneyOwed',
    'OrderMoneyPaidBack',
    'OrderMoneyNotPaidBack',
    'OrderMoneyNotOwed',
  ])
})

test('money that is not open, or for an unknown order, is refused, and nothing is written', async () => {
  const shop = await openShop()
  const [orderId, erased] = [await placed(shop), await placed(shop)]
  await shop.call('DELETE', `/api/admin/orders/${erased}/personal-data`, undefined, {
    role: 'superadministrator',
  })
  const [lineId, debit] = [await lineOf(shop), await debitOf(shop, 100)]
  const before = await shop.eventStore.headPosition()
  const statusOf = async (line: string, order: string, amountKobo?: number) =>
    (await owe(shop, line, order, amountKobo)).status
  expect(await statusOf(lineId, '7K3Q-ZM9X-WD4T')).toBe(404)
  expect(await statusOf(lineId, 'no order')).toBe(404)
  expect(await statusOf(randomUUID(), orderId)).toBe(404)
  expect(await statusOf(lineId, erased)).toBe(409)
  expect(await statusOf(debit, orderId)).toBe(409)
  for (const amountKobo of [0, -1, 0.5])
    expect(await statusOf(lineId, orderId, amountKobo)).toBe(400)
  const settle = (line: string, owedId: string) => post(shop, line, 'settle', { owedId })
  expect((await settle(debit, randomUUID())).status).toBe(404)
  expect((await settle(debit, 'nothing')).status).toBe(404)
  expect(await shop.eventStore.headPosition()).toBe(before)

  const { owedId } = (await owe(shop, lineId, orderId)).body.result
  expect((await settle(lineId, owedId)).status).toBe(409)
  expect((await settle(randomUUID(), owedId)).status).toBe(404)
  expect((await post(shop, await lineOf(shop), 'unowe', { owedId, reason: 'x' })).status).toBe(404)
  expect(await rowsOf(shop, orderId)).toEqual([])
})

test('money that the bank took back cannot be owed, and the debit that took it cannot pay anything back', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const texts = { payer: '', narration: 'NIP/GTB/OBI ADA/hair', reference: 'S77' }
  const lineId = await lineOf(shop, { bookedOn: '2026-11-12' }, texts)
  const reversal = await recordLine(
    shop,
    { bookedOn: '2026-11-13', amountKobo: -totalKobo },
    { payer: '', narration: 'RVSL NIP/GTB/OBI ADA/hair', reference: 'S77' },
  )
  await endImport(shop, reversal)
  const { owedId } = (await owe(shop, await lineOf(shop), orderId)).body.result
  await waitForReadModel('bank', shop)
  const { status, body } = await owe(shop, lineId, orderId)
  expect([status, body.message]).toEqual([
    409,
    'The bank took this money back: it cannot pay for an order',
  ])
  expect((await post(shop, reversal.lineId, 'settle', { owedId })).status).toBe(409)
})

test('a transfer that gave exactly this money back settles it, even if it reads like a reversal', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const texts = { payer: '', narration: 'NIP/GTB/OBI ADA/hair', reference: 'S78' }
  const lineId = await lineOf(shop, { bookedOn: '2026-11-12' }, texts)
  const { owedId } = (await owe(shop, lineId, orderId)).body.result
  const refund = await recordLine(
    shop,
    { bookedOn: '2026-11-13', amountKobo: -totalKobo },
    { payer: '', narration: 'RVSL NIP/GTB/OBI ADA/hair', reference: 'S78' },
  )
  await endImport(shop, refund)
  await waitForReadModel('bank', shop)
  expect((await post(shop, refund.lineId, 'settle', { owedId })).status).toBe(200)
})

test('many people at once cannot owe more than the line has, or pay back more than the debit has or is owed', async () => {
  const shop = await openShop()
  const orders = [await placed(shop), await placed(shop), await placed(shop)]
  const lineId = await lineOf(shop, { amountKobo: 250 })
  const answers = await Promise.all(orders.map((orderId) => owe(shop, lineId, orderId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
  const owed = answers.flatMap(({ body, status }) => (status === 200 ? [body.result] : []))
  const debits = [await debitOf(shop, 70), await debitOf(shop, 70), await debitOf(shop, 90)]
  await waitForReadModel('order', shop)
  const all = debits.flatMap((debit) =>
    owed.flatMap(({ owedId }) => [
      post(shop, debit, 'settle', { owedId }),
      post(shop, debit, 'settle', { owedId }),
    ]),
  )
  for (const { status } of await Promise.all(all)) expect([200, 409]).toContain(status)
  let paid = 0
  for (const { orderId } of owed)
    for (const one of await owedOf(shop, orderId)) {
      expect(restOf(one)).toBeGreaterThanOrEqual(0)
      paid += one.amountKobo - restOf(one)
    }
  let taken = 0
  for (const debit of debits) {
    const kobo = (await partsOf(shop, debit)).reduce((sum, [, part]) => sum + Number(part), 0)
    const { recorded } = await readBankLine(shop.eventStore, debit)
    expect(kobo).toBeLessThanOrEqual(-recorded.amountKobo)
    taken += kobo
  }
  expect(taken).toBe(paid)
  expect(paid).toBe(200)
})

const assertAgreement = async (shop: Shop, orderId: string, lineId: string, debit: string) => {
  const owed = await owedOf(shop, orderId)
  const line = await readBankLine(shop.eventStore, lineId)
  expect(line.owed).toEqual(owed.map(({ owedId, amountKobo }) => ({ owedId, orderId, amountKobo })))
  const { paysBack } = await readBankLine(shop.eventStore, debit)
  expect(paysBack).toEqual(
    owed.flatMap(({ owedId, paidBack }) =>
      paidBack.map(({ amountKobo }) => ({ owedId, orderId, amountKobo })),
    ),
  )
  expect(await rowsOf(shop, orderId)).toEqual([])
}

test('after a crash at any request, a repeat completes the command; without one the lines are freed', async () => {
  const shop = await openShop()
  let deaths = 0
  const dies = async (
    orderId: string,
    act: (money: ReturnType<typeof moneyOf>) => Promise<unknown>,
    { at, repeats }: { at: number; repeats: boolean },
  ) => {
    const dying = mortal(shop, at, random() < 0.5)
    const died = await act(dying.money).then(
      () => false,
      (error) => {
        if (!(error instanceof Rejected)) throw error
        return true
      },
    )
    if (died) deaths += 1
    if (repeats) await act(moneyOf(shop))
    // A request of the dead command may still be in progress. This round then cannot finish the
    // work, but a later one can.
    const afterRound = async () => {
      shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
      await finishOrderMoney(moneyOf(shop))
      return rowsOf(shop, orderId)
    }
    await eventually(afterRound, (rows) => rows.length === 0)
    return died && dying.requests() >= at
  }
  for (const repeats of [true, false]) {
    for (let at = 1, isAlive = false; !isAlive; at++) {
      const orderId = await placed(shop)
      const [lineId, debit] = [await lineOf(shop), await debitOf(shop, 70)]
      const origin = { ...someOrigin(), at: shop.clock.now }
      const owing = (money: ReturnType<typeof moneyOf>) =>
        oweBack(money, { lineId, orderId, amountKobo: 100, reason: 'Paid twice' }, origin)
      isAlive = !(await dies(orderId, owing, { at, repeats }))
      await assertAgreement(shop, orderId, lineId, debit)
      if (repeats) expect(await owedOf(shop, orderId)).toMatchObject([{ amountKobo: 100 }])
    }
    for (const kind of ['settle', 'unsettle', 'unowe'] as const)
      for (let at = 1, isAlive = false; !isAlive; at++) {
        const orderId = await placed(shop)
        const [lineId, debit] = [await lineOf(shop), await debitOf(shop, 70)]
        const money = moneyOf(shop)
        const { owed } = await oweBack(
          money,
          { lineId, orderId, amountKobo: 100, reason: 'Paid twice' },
          someOrigin(),
        )
        const { owedId } = owed
        const settling = { debitLineId: debit, owedId }
        if (kind === 'unsettle') await payBack(money, settling, someOrigin())
        await waitForReadModel('order', shop)
        const origin = { ...someOrigin(), at: shop.clock.now }
        const act = (of: ReturnType<typeof moneyOf>) => {
          if (kind === 'settle') return payBack(of, settling, origin)
          if (kind === 'unsettle') return undoPayBack(of, settling, origin)
          return unowe(of, { lineId, owedId, reason: 'Wrong' }, origin)
        }
        isAlive = !(await dies(orderId, act, { at, repeats }))
        await assertAgreement(shop, orderId, lineId, debit)
        const [left] = await owedOf(shop, orderId)
        if (repeats)
          expect(left?.paidBack.length).toBe({ settle: 1, unsettle: 0, unowe: undefined }[kind])
      }
  }
  expect(deaths).toBeGreaterThan(20)
}, 120_000)

test('erasing the customer seals the reason, and erases the texts of lines that were theirs alone', async () => {
  const shop = await openShop()
  const [orderId, other] = [await placed(shop), await placed(shop)]
  const [lineId, shared, debit] = [
    await lineOf(shop, { amountKobo: 100 }),
    await lineOf(shop),
    await debitOf(shop, 60),
  ]
  const { owedId } = (await owe(shop, lineId, orderId)).body.result
  await owe(shop, shared, orderId)
  await owe(shop, shared, other)
  await post(shop, debit, 'settle', { owedId })
  await shop.call('DELETE', `/api/admin/orders/${orderId}/personal-data`, undefined, {
    role: 'superadministrator',
  })
  const isErased = async (line: string) => (await readBankLine(shop.eventStore, line)).erased
  expect(await Promise.all([lineId, debit, shared].map(isErased))).toEqual([true, true, false])
  await waitForReadModel('order', shop)
  const { rows } = await shop.pool.query(
    'select order_id = $1 as erased, reason from read.order_owed order by order_id = $1',
    [orderId],
  )
  expect(rows).toEqual([
    { erased: false, reason: 'You paid twice' },
    { erased: true, reason: 'erased' },
    { erased: true, reason: 'erased' },
  ])
  expect((await post(shop, await debitOf(shop, 40), 'settle', { owedId })).status).toBe(200)
})
