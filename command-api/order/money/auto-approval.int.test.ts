import { lagosDay } from '@strand/contracts/lagos-time'
import { orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import { expect, test } from 'vitest'
import { importFile } from '../../money/testing/import-statement.ts'
import { recordLine } from '../../money/testing/record-line.ts'
import { lagos, straight } from '../../testing/stock.ts'
import { formOf, openShop, type Shop, submit, uploaded } from '../../testing/test-shop.ts'
import { openPaymentCodes } from '../payment-code/payment-codes.ts'
import { autoApprove, newMemory } from './auto-approval.ts'
import { signatureOf } from './open-matching.ts'
import {
  approve,
  byLines,
  endImport,
  lineOf,
  matchByHand,
  moneyOf,
  paidBy,
  saidOf,
  statusOf,
  totalKobo,
  undo,
} from './testing/money-shop.ts'

/** Places an order with a proof of its own. The customer and the paying account have this name. */
const orderOf = async (shop: Shop, accountname: string, sha256: string, changes: object = {}) => {
  const [firstname, lastname] = accountname.split(' ')
  const form = await formOf(shop, {
    firstname,
    lastname,
    accountname,
    files: [await uploaded(shop, sha256)],
    ...changes,
  })
  return (await submit(shop, form)).body.orderId as string
}

let people = 0
/** A pending order with a name and a proof that no other order has. */
const placed = (shop: Shop) => {
  people += 1
  const name = String.fromCharCode(65 + (people % 26)).repeat(4 + Math.floor(people / 26))
  return orderOf(shop, `Customer ${name}`, name)
}

const naming = (shop: Shop, narration: string, amountKobo = totalKobo) =>
  lineOf(shop, { amountKobo }, { payer: '', narration, reference: '' })

test('an order is approved automatically by the only line that names it and has its total', async () => {
  const shop = await openShop()
  const [paid, twice, named] = [await placed(shop), await placed(shop), await placed(shop)]
  const [less, asked, partly] = [await placed(shop), await placed(shop), await placed(shop)]
  const lineId = await naming(shop, `NIP/X/${paid.toLowerCase().replaceAll('-', ' ')}/hair`)
  for (const _ of [1, 2]) await naming(shop, `NIP/X/${twice}`)
  await naming(shop, 'NIP/GTB/OBI ADA/hair')
  await naming(shop, `NIP/X/${less}`, totalKobo - 1)
  await naming(shop, `NIP/X/${asked}`)
  await shop.call('POST', `/api/admin/orders/${asked}/question`, { kind: 'proof', text: 'Blurred' })
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
  // Nothing more happens, before or after the read models show the approval.
  expect(await autoApprove(money, memory)).toBe(0)
  expect(await autoApprove(money)).toBe(0)
  await shop.project()
  expect(await autoApprove(money, memory)).toBe(0)
})

test('freed money wakes the automatic approval, even if no order received it', async () => {
  const shop = await openShop()
  await lineOf(shop, { amountKobo: totalKobo })
  await shop.project()
  const before = await signatureOf(moneyOf(shop))
  expect(await signatureOf(moneyOf(shop))).toBe(before)
  await shop.pool.query('update read.bank_line set allocated_kobo = 5')
  expect(await signatureOf(moneyOf(shop))).not.toBe(before)
})

test('an order at a promised price is approved by its amount; one confirmed anyway needs a person', async () => {
  const shop = await openShop()
  const seen = { products: [straight.productid], location: lagos.locationid }
  const { body } = await shop.call('POST', '/api/price-promises', seen, { role: null })
  const changed = { productid: straight.productid, productname: 'Bone Straight', price: 50_000 }
  await shop.call('PUT', '/api/admin/update-product', changed)
  await shop.project()
  const { promise } = body.result
  const promised = await orderOf(shop, 'Customer Pa', 'pa', { promise })
  shop.clock.now = new Date(+shop.clock.now + 25 * 3_600_000)
  const insisted = await orderOf(shop, 'Customer Qa', 'qa', { promise, confirmAnyway: true })
  const todaysKobo = totalKobo + 1_000_000
  const wrong = await orderOf(shop, 'Customer Ra', 'ra', { amount: todaysKobo / 100 })
  const today = { amountKobo: totalKobo, bookedOn: lagosDay(shop.clock.now.toISOString()) }
  for (const orderId of [promised, insisted, wrong])
    await lineOf(shop, today, { payer: '', narration: `NIP/X/${orderId}`, reference: '' })
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(1)
  const statuses = await Promise.all([promised, insisted, wrong].map((id) => statusOf(shop, id)))
  expect(statuses).toEqual(['confirmed', 'pending', 'pending'])
  const { rows } = await shop.pool.query(
    'select order_id, reason from left_to_people order by reason',
  )
  expect(rows).toEqual([
    { order_id: wrong, reason: 'amount' },
    { order_id: insisted, reason: 'old-price' },
  ])
  // A bulk approval refuses this order, too, because nobody would see its old price there.
  const lineId = await lineOf(shop, today)
  const inOneGo = { lines: [{ lineId, orderId: insisted }] }
  const { body: refused } = await shop.call('POST', '/api/admin/bank-lines/approve', inOneGo)
  expect(refused.result).toEqual([])
  expect(JSON.stringify(refused)).toContain('The customer confirmed an old price')
  expect(await statusOf(shop, insisted)).toBe('pending')
})

test('an order is approved automatically with less money within the tolerance, and not a naira below', async () => {
  const shop = await openShop()
  const [short, shorter, more] = [await placed(shop), await placed(shop), await placed(shop)]
  const line = (orderId: string, amountKobo: number) =>
    lineOf(shop, { amountKobo }, { payer: '', narration: `NIP/X/${orderId}`, reference: '' })
  const lineId = await line(short, totalKobo - 5_000)
  await line(shorter, totalKobo - 5_001)
  await line(more, totalKobo + 1)
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(0)
  expect(await autoApprove(moneyOf(shop, { paymentTolerance: 50 }))).toBe(1)
  const statuses = await Promise.all([short, shorter, more].map((id) => statusOf(shop, id)))
  expect(statuses).toEqual(['confirmed', 'pending', 'pending'])
  expect(await paidBy(shop, lineId)).toMatchObject([{ amountKobo: totalKobo - 5_000 }])
})

test('an approval that a person undid is never repeated automatically', async () => {
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

test('an order above the limit for one person waits for two, and nothing happens without read models', async () => {
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

const today = (shop: Shop) => lagosDay(shop.clock.now.toISOString())

let references = 0
/** A statement of one day, in a form that many banks use. */
const fileOf = (shop: Shop, rows: [debit: string, credit: string, narration: string][]) =>
  Buffer.from(
    [
      'Trans. Date,Reference,Debits,Credits,Remarks',
      ...rows.map(([debit, credit, narration]) => {
        references += 1
        return [today(shop), `'${1000 + references}`, debit, credit, narration].join(',')
      }),
    ].join('\n'),
  )

test('a credit that a debit takes back approves nothing, in any sequence or in different files', async () => {
  const shop = await openShop()
  const orders = [await placed(shop), await placed(shop), await placed(shop), await placed(shop)]
  const [first, second, third, fine] = orders as [string, string, string, string]
  const credit = (orderId: string): [string, string, string] => [
    '',
    '152500.00',
    `APP TRF ${orderId} BO ETIM GRACE`,
  ]
  const reversal = (orderId: string): [string, string, string] => [
    '152500.00',
    '',
    `RVSL APP TRF ${orderId} BO ETIM GRACE`,
  ]
  await importFile(shop, fileOf(shop, [credit(first), reversal(first), reversal(second)]))
  // Each later file of the day lacks the lines of the files before it, so its import must be
  // confirmed.
  const confirm = { confirm: true }
  await importFile(shop, fileOf(shop, [credit(second), credit(third)]), confirm)
  await importFile(shop, fileOf(shop, [reversal(third)]), confirm)
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(0)
  for (const orderId of orders) expect(await statusOf(shop, orderId)).toBe('pending')
  const { rows } = await shop.pool.query<{ line_id: string }>(
    'select line_id from read.bank_line where reversed_by is not null',
  )
  expect(rows).toHaveLength(3)
  // A person cannot approve with a reversed line either, by evidence or by a manual match.
  const lineId = rows[0]?.line_id ?? ''
  const refused = [
    await approve(shop, first, byLines([lineId])),
    await matchByHand(shop, lineId, fine),
  ]
  for (const { status, body } of refused)
    expect([status, body.message]).toEqual([
      409,
      'The bank took this money back: it cannot pay for an order',
    ])
  expect(await paidBy(shop, lineId)).toEqual([])
})

test('neither of two equal credits with one debit approves, nor does a credit that a debit may be about', async () => {
  const shop = await openShop()
  const [one, other] = [await placed(shop), await placed(shop)]
  const debit = (narration: string, amountKobo = -totalKobo) =>
    lineOf(shop, { amountKobo }, { payer: '', narration, reference: '' })
  await naming(shop, `NIP/X/${one}`)
  await naming(shop, `NIP/X/${other}`)
  await debit('RVSL')
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(0)
  const { rows } = await shop.pool.query<{ sure: number; perhaps: number }>(
    'select count(reversed_by)::int as sure, count(perhaps_reversed_by)::int as perhaps from read.bank_line',
  )
  expect(rows).toEqual([{ sure: 0, perhaps: 2 }])
})

test.each([
  { what: 'of another amount that names the order', amountKobo: -10_000, isNamed: true },
  { what: 'of the same amount that says nothing', amountKobo: -totalKobo, isNamed: false },
])('a debit $what leaves the order to people', async ({ amountKobo, isNamed }) => {
  const shop = await openShop()
  const orderId = await placed(shop)
  await naming(shop, orderId)
  const narration = isNamed ? `CLAIM ${orderId}` : 'ABHEBUNG'
  await lineOf(shop, { amountKobo }, { payer: '', narration, reference: '' })
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(0)
})

test('a reversal of another amount with two of a credit’s words leaves the order to people', async () => {
  const shop = await openShop()
  const [doubtful, sure] = [await placed(shop), await placed(shop)]
  await naming(shop, `NIP FROM ADA OBI ${doubtful}`)
  await naming(shop, `NIP FROM ADA BELLO ${sure}`)
  const amountKobo = 5_000 - totalKobo
  const narration = 'RVSL NIP FROM ADA OBI'
  await lineOf(shop, { amountKobo }, { payer: '', narration, reference: '' })
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(1)
  const { rows } = await shop.pool.query('select order_id, reason from left_to_people')
  expect(rows).toEqual([{ order_id: doubtful, reason: 'perhaps-reversed' }])
})

test('a credit that returns the shop’s money approves nothing, and cannot pay by hand', async () => {
  const shop = await openShop()
  const [returned, back] = [await placed(shop), await placed(shop)]
  await importFile(
    shop,
    fileOf(shop, [
      ['', '152500.00', `RTN NIP/X/${returned}`],
      ['152500.00', '', `NIP TRF TO MUSA BELLO ${back}`],
      ['', '152500.00', `NIP TRF TO MUSA BELLO ${back}`],
    ]),
  )
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(0)
  const { rows } = await shop.pool.query<{ line_id: string }>(
    `select line_id from read.bank_line
     where amount_kobo > 0 and (kind = 'returned' or gives_back is not null)`,
  )
  expect(rows).toHaveLength(2)
  for (const { line_id } of rows) {
    const { status, body } = await matchByHand(shop, line_id, back)
    expect([status, body.message]).toEqual([409, expect.stringMatching(/cannot pay for an order/)])
  }
})

test('a credit whose reference says that it is a return is left to people', async () => {
  const shop = await openShop()
  const [named, returned] = [await placed(shop), await placed(shop)]
  for (const reference of [`NIP/${named}`, `RVSL/${returned}`])
    await lineOf(shop, {}, { payer: '', narration: 'NIP INWARD', reference })
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(1)
  const { rows } = await shop.pool.query('select order_id, reason from left_to_people')
  expect(rows).toEqual([{ order_id: returned, reason: 'returned' }])
})

test('while an import runs, nothing is approved automatically, and its lines pay nothing', async () => {
  const shop = await openShop()
  const [orderId, waiting] = [await placed(shop), await placed(shop)]
  const texts = (id: string) => ({ payer: '', narration: `NIP/X/${id}`, reference: '' })
  await lineOf(shop, {}, texts(orderId))
  const line = await recordLine(shop, {}, texts(waiting))
  await shop.pool.query(
    `insert into bank_import (preview_id, statement_id, state, created_at)
     values (gen_random_uuid(), $1, 'importing', now())`,
    [line.statementId],
  )
  await shop.project()
  const memory = newMemory()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(0)
  for (const { status, body } of [
    await approve(shop, waiting, byLines([line.lineId])),
    await matchByHand(shop, line.lineId, waiting),
  ])
    expect([status, body.message]).toEqual([409, expect.stringContaining('still being imported')])
  // The import has failed, so the shop has only some of the file's lines.
  await shop.pool.query(`update bank_import set state = 'failed'`)
  expect(await autoApprove(moneyOf(shop), memory)).toBe(1)
  expect([await statusOf(shop, orderId), await statusOf(shop, waiting)]).toEqual([
    'confirmed',
    'pending',
  ])
  await endImport(shop, line)
  await shop.project()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(1)
})

test('nothing is approved automatically while the read models lag behind the log', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  await naming(shop, orderId)
  await shop.project()
  await lineOf(
    shop,
    { amountKobo: -totalKobo },
    { payer: '', narration: `RVSL NIP/X/${orderId}`, reference: '' },
  )
  expect(await autoApprove(moneyOf(shop))).toBe(0)
  expect(await statusOf(shop, orderId)).toBe('pending')
})

const reasonsIn = async ({ pool }: Shop) =>
  new Map(
    (
      await pool.query<{ order_id: string; reason: string }>(
        'select order_id, reason from left_to_people',
      )
    ).rows.map(({ order_id, reason }) => [order_id, reason]),
  )

test('an order that a transfer names says why it is left to people', async () => {
  const shop = await openShop()
  const place = async (name: string) => orderOf(shop, name, name)
  const [fine, early, less, twice, gone, doubtful, asked, undone, restored] = [
    await place('Ada Fine'),
    await place('Bola Early'),
    await place('Chi Less'),
    await place('Dan Twice'),
    await place('Efe Gone'),
    await place('Funmi Doubt'),
    await place('Gbenga Asked'),
    await place('Hauwa Undone'),
    await place('Ife Restored'),
  ]
  const named = (orderId: string, what: Parameters<typeof lineOf>[1] = {}, word = 'NIP') =>
    lineOf(shop, what, { payer: '', narration: `${word} ${orderId}`, reference: '' })
  const yesterday = lagosDay(new Date(+shop.clock.now - 86_400_000).toISOString())
  await named(early, { bookedOn: yesterday })
  await named(less, { amountKobo: totalKobo - 1 })
  for (const _ of [1, 2]) await named(twice)
  await named(gone, {}, 'RTN')
  await named(doubtful, { amountKobo: totalKobo })
  await lineOf(
    shop,
    { amountKobo: -5_000 },
    { payer: '', narration: `CLAIM ${doubtful}`, reference: '' },
  )
  await named(asked)
  await shop.call('POST', `/api/admin/orders/${asked}/question`, { kind: 'proof', text: 'Blurred' })
  await named(undone)
  const { body } = await approve(shop, undone)
  await undo(shop, undone, body.position)
  await named(restored)
  await shop.call('DELETE', `/api/admin/delete-order/${restored}`)
  await shop.call('PUT', `/api/admin/restore-order/${restored}`)
  const lineId = await named(fine)
  await shop.project()
  const memory = newMemory()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(1)
  expect(await paidBy(shop, lineId)).toMatchObject([{ orderId: fine }])
  expect(await reasonsIn(shop)).toEqual(
    new Map([
      [early, 'earlier'],
      [less, 'amount'],
      [twice, 'several'],
      [gone, 'returned'],
      [doubtful, 'perhaps-reversed'],
      [asked, 'question'],
      [undone, 'undone'],
      [restored, 'undone'],
    ]),
  )
  // Once people have decided about an order, no reason is stored for it.
  await approve(shop, asked)
  await shop.project()
  await autoApprove(moneyOf(shop), memory)
  expect((await reasonsIn(shop)).has(asked)).toBe(false)
})

test('an order says so if its transfer is held back, set aside, or from an unfinished statement', async () => {
  const shop = await openShop()
  const [held, aside, unfinished, fine] = [
    await orderOf(shop, 'Ada Held', 'held'),
    await orderOf(shop, 'Bola Aside', 'aside'),
    await orderOf(shop, 'Chi Unfinished', 'unfinished'),
    await orderOf(shop, 'Dan Fine', 'fine'),
  ]
  const texts = (orderId: string) => ({ payer: '', narration: `NIP ${orderId}`, reference: '' })
  const known = await lineOf(shop, { amountKobo: 1 })
  const waiting = await lineOf(shop, { probablySameAs: known }, texts(held))
  const kept = await lineOf(shop, {}, texts(aside))
  await shop.call('POST', `/api/admin/bank-lines/${kept}/set-aside`, { kind: 'own', note: '' })
  const late = await recordLine(shop, {}, texts(unfinished))
  await lineOf(shop, {}, texts(fine))
  await shop.project()
  const memory = newMemory()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(1)
  const reasons = { [held]: 'probably-same', [aside]: 'set-aside', [unfinished]: 'unfinished' }
  expect(Object.fromEntries(await reasonsIn(shop))).toEqual(reasons)
  // Each reason is gone once a person, or the rest of the import, has settled it.
  await shop.call('POST', `/api/admin/bank-lines/${waiting}/keep`, {})
  await shop.call('POST', `/api/admin/bank-lines/${kept}/take-back`, {})
  await endImport(shop, late)
  await shop.project()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(3)
  await shop.project()
  await autoApprove(moneyOf(shop), memory)
  expect(Object.fromEntries(await reasonsIn(shop))).toEqual({})
})

test('an order says so if the row that names it is not money, until that import is undone', async () => {
  const shop = await openShop()
  const [dollars, failed, fine] = [
    await orderOf(shop, 'Ada Dollars', 'dollars'),
    await orderOf(shop, 'Bola Failed', 'failed'),
    await orderOf(shop, 'Chi Fine', 'fine'),
  ]
  await shop.project()
  const rows = [
    `'NM1 ${dollars.toLowerCase()},NIP/GTB/X,152500.00,USD,Successful`,
    `'NM2,NIP/GTB/X/${failed.toLowerCase()},152500.00,NGN,Failed`,
    `'NM3,NIP/GTB/X/${fine.toLowerCase()},152500.00,NGN,Successful`,
  ].map((row) => `${today(shop)},${row}`)
  const file = ['Date,Reference,Narration,Credit,Currency,Status', ...rows].join('\n')
  const { imported } = await importFile(shop, Buffer.from(file))
  await shop.project()
  const memory = newMemory()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(1)
  const reasons = { [dollars]: 'not-money', [failed]: 'not-money' }
  expect(Object.fromEntries(await reasonsIn(shop))).toEqual(reasons)
  // Finally a transfer arrives that counts as money.
  await naming(shop, failed)
  await shop.project()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(1)
  await shop.project()
  await shop.pool.query(
    'update read.bank_statement set taken_back_at = now() where statement_id = $1',
    [imported.statementId],
  )
  await autoApprove(moneyOf(shop), memory)
  expect(Object.fromEntries(await reasonsIn(shop))).toEqual({})
})

test('with too many transfers to compare, none approves anything, and the orders they name say so', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  await naming(shop, orderId)
  await shop.project()
  await shop.pool.query(
    `insert into read.bank_line
     select (json_populate_record(line, json_build_object('line_id', gen_random_uuid(),
       'narration', 'NIP', 'booked_on', line.booked_on + 1))).*
     from read.bank_line line, generate_series(1, 5000)`,
  )
  expect(await autoApprove(moneyOf(shop))).toBe(0)
  expect(Object.fromEntries(await reasonsIn(shop))).toEqual({ [orderId]: 'too-many' })
})

test('the payer’s name is also compared with other customers’ names, including accents', async () => {
  const shop = await openShop()
  const own = { firstname: 'Ọláyínká', lastname: 'Ade-Bayo', accountname: 'Kola Ojo' }
  const [paid, other] = [
    await orderOf(shop, 'Tunde Ojo', 'aa'),
    await orderOf(shop, 'Kola Ojo', 'bb', own),
  ]
  await lineOf(
    shop,
    {},
    { payer: '', narration: `NIP/GTB/ADEBAYO OLAYINKA/${paid}`, reference: '' },
  )
  await shop.project()
  const memory = newMemory()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(0)
  expect(Object.fromEntries(await reasonsIn(shop))).toEqual({ [paid]: 'same-name' })
  await shop.call('DELETE', `/api/admin/delete-order/${other}`)
  await shop.project()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(1)
})

test('an order is left to people if another has its total and the payer’s name, or its proof', async () => {
  const shop = await openShop()
  const [first, sister, copied, copy] = [
    await orderOf(shop, 'Ada Obi', 'aa'),
    await orderOf(shop, 'Obi Ada', 'bb'),
    await orderOf(shop, 'Musa Bello', 'cc'),
    await orderOf(shop, 'Ngozi Eze', 'cc'),
  ]
  for (const orderId of [first, copied])
    await lineOf(
      shop,
      {},
      {
        payer: '',
        narration: `NIP/GTB/${orderId === first ? 'OBI ADA' : 'BELLO MUSA'}/${orderId}`,
        reference: '',
      },
    )
  await shop.project()
  const memory = newMemory()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(0)
  expect(await reasonsIn(shop)).toEqual(
    new Map([
      [first, 'same-name'],
      [copied, 'same-proof'],
    ]),
  )
  await shop.call('DELETE', `/api/admin/delete-order/${sister}`)
  await shop.project()
  expect(await autoApprove(moneyOf(shop), memory)).toBe(1)
  expect([await statusOf(shop, first), await statusOf(shop, copy)]).toEqual([
    'confirmed',
    'pending',
  ])
})

test('a code counts from the day it was made, not from its order’s day', async () => {
  const shop = await openShop()
  const codes = openPaymentCodes(shop.pool, () => shop.clock.now)
  const now = shop.clock.now
  shop.clock.now = new Date(+now - 2 * 86_400_000)
  const paymentCode = await codes.issue()
  const madeOn = lagosDay(shop.clock.now.toISOString())
  shop.clock.now = now
  const orderId = await orderOf(shop, 'Ada Obi', 'aa', { paymentCode })
  await lineOf(
    shop,
    { bookedOn: madeOn },
    { payer: '', narration: `NIP/GTB/X/${paymentCode}`, reference: '' },
  )
  await shop.project()
  expect(await autoApprove(moneyOf(shop))).toBe(1)
  expect(await statusOf(shop, orderId)).toBe('confirmed')
})
