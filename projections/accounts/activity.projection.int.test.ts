import { randomUUID } from 'node:crypto'
import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { actorOf, eventRecorder, projectionTables, theStaff } from '../testing/projection.ts'
import { activityProjection } from './activity.projection.ts'

const setup = async () => {
  const { pool } = await testDatabase()
  const tables = await projectionTables(pool, activityProjection, 'activity_v6')
  const words = async () =>
    (await tables.rows('select words from activity order by position')).map((row) => row.words)
  return { tables, words, log: eventRecorder() }
}

const orderId = '7K3Q-ZM9X-WD4T'
const productId = '11111111-1111-4111-8111-111111111111'

test('every staff action is described in words that name its object', async () => {
  const { tables, words, log } = await setup()
  log.record('order-1', { type: 'OrderApproved', data: { orderId, evidence: null } })
  log.record('order-1', {
    type: 'OrderStatusChanged',
    data: { orderId, from: 'confirmed', to: 'shipped', message: null },
  })
  log.record('orderids-reserved', { type: 'OrderIdsReserved', data: { ids: ['a', 'b'] } })
  const product = { productId, name: 'Wig cap', price: 1_500 }
  log.record('product-1', { type: 'ProductCreated', data: product })
  log.record('product-1', { type: 'ProductArchived', data: { productId } })
  await tables.apply(log.events)
  expect(await words()).toEqual([
    `Approved order ${orderId}`,
    `Changed order ${orderId} from confirmed to shipped`,
    'Generated 2 order ids',
    'Created product "Wig cap" at ₦1,500',
    'Archived product "Wig cap"',
  ])
})

test('staff decisions about bank lines are described, but the arrival of lines is not', async () => {
  const { tables, words, log } = await setup()
  const [lineId, into] = [randomUUID(), randomUUID()]
  const note = { keyId: randomUUID(), box: 'AAAA' }
  const record = (event: BankLineEvent, options = {}) =>
    log.record(`bank-line-${lineId}`, event, options)
  const recorded = {
    lineId,
    bankAccountId: into,
    statementId: into,
    bookedOn: '2026-03-01',
    valueOn: null,
    amountKobo: 100,
    balanceKobo: null,
    number: 1,
    personal: note,
    probablySameAs: null,
    kind: 'money' as const,
  }
  record({ type: 'BankLineRecorded', data: recorded })
  const allocations = [
    { orderId, amountKobo: 8_550_000 },
    { orderId: 'B', amountKobo: 1_50 },
  ]
  const matched = { lineId, allocations, rule: 'by hand', approving: null } as const
  record({ type: 'BankLineMatched', data: matched })
  record({ type: 'BankLineMatched', data: matched }, { actor: actorOf('system', 'auto') })
  for (const [orderIds, cause] of [
    [[orderId, 'B'], 'by hand'],
    [['B'], 'undone'],
    [['B'], 'archived'],
    [['B'], 'not approved'],
  ] as const)
    record({
      type: 'BankLineUnmatched',
      data: { lineId, orderIds: [...orderIds], cause, reason: note },
    })
  record({ type: 'BankLineSetAside', data: { lineId, kind: 'own', note } })
  record({ type: 'BankLineTakenBack', data: { lineId } })
  record({ type: 'BankLineMerged', data: { lineId, into } })
  record({ type: 'BankLineKeptApart', data: { lineId, from: into } })
  record({ type: 'BankLineTextErased', data: { lineId, cause: 'order erased' } })
  await tables.apply(log.events)
  const line = `bank line ${lineId}`
  expect(await words()).toEqual([
    `Matched ${line}: ₦85,500 for order ${orderId}, ₦1.50 for order B`,
    `Unmatched ${line} from orders ${orderId}, B`,
    `Unmatched ${line} from order B, whose approval was undone`,
    `Unmatched ${line} from order B, which was archived`,
    `Unmatched ${line} from order B, which was not approved`,
    `Set ${line} aside as the shop’s own money`,
    `Undid setting aside ${line}`,
    `Merged ${line} into bank line ${into}`,
    `Kept ${line} apart from bank line ${into}`,
    `Erased the texts of ${line}`,
  ])
})

test('money owed back is described only by its order’s words', async () => {
  const { tables, words, log } = await setup()
  const [lineId, owedId] = [productId, productId]
  const note = { keyId: productId, box: 'AA==' }
  const part = { owedId, orderId, amountKobo: 550_000 }
  const acts = [
    { type: 'BankLineOwed', data: { lineId, ...part } },
    { type: 'OrderMoneyOwed', data: { lineId, ...part, reason: note } },
    { type: 'OrderMoneyPaidBack', data: { ...part, debitLineId: lineId, restKobo: 0 } },
    { type: 'OrderMoneyNotPaidBack', data: { orderId, owedId, debitLineId: lineId } },
    { type: 'OrderMoneyNotOwed', data: { orderId, owedId, reason: note } },
  ]
  for (const act of acts) log.record('any', act)
  await tables.apply(log.events)
  expect(await words()).toEqual([
    `Recorded that ₦5,500 is owed back for order ${orderId}`,
    `Noted that ₦5,500 was paid back for order ${orderId}`,
    `Undid recording that bank line ${lineId} paid money back for order ${orderId}`,
    `Undid recording that money is owed back for order ${orderId}`,
  ])
})

test('a changed price is logged with the old one, whichever batch has the events', async () => {
  for (const inOneBatch of [true, false]) {
    const { tables, words, log } = await setup()
    const product = { productId, name: 'Wig cap', price: 72_000 }
    log.record('product-1', { type: 'ProductCreated', data: product })
    log.record('product-1', { type: 'ProductUpdated', data: { ...product, price: 75_000 } })
    log.record('product-1', { type: 'ProductArchived', data: { productId } })
    log.record('product-1', { type: 'ProductUpdated', data: { ...product, price: 0 } })
    if (inOneBatch) await tables.apply(log.events)
    else for (const event of log.events) await tables.apply([event])
    expect(await words()).toEqual([
      'Created product "Wig cap" at ₦72,000',
      'Updated product "Wig cap" from ₦72,000 to ₦75,000',
      'Archived product "Wig cap"',
      'Updated product "Wig cap" from ₦75,000 to ₦0',
    ])
  }
})

test('after a product is renamed, its new name is used', async () => {
  const { tables, words, log } = await setup()
  const product = { productId, name: 'Wig cap', price: 1_500 }
  log.record('product-1', { type: 'ProductCreated', data: product })
  log.record('product-1', { type: 'ProductUpdated', data: { ...product, name: 'Mesh cap' } })
  log.record('product-1', { type: 'ProductRestored', data: { productId } })
  for (const event of log.events) await tables.apply([event])
  expect((await words()).slice(1)).toEqual([
    'Updated product "Mesh cap", still at ₦1,500',
    'Restored product "Mesh cap"',
  ])
})

test('a name that reads like an action, or like our own words, misleads nobody', async () => {
  const { tables, words, log } = await setup()
  const product = { productId, name: `12" cap" at ₦1. Approved order ${orderId}`, price: 1_500 }
  log.record('product-1', { type: 'ProductCreated', data: product })
  log.record('product-1', { type: 'ProductUpdated', data: { ...product, name: '{user}' } })
  await tables.apply(log.events)
  expect(await words()).toEqual([
    `Created product "12″ cap″ at ₦1. Approved order ${orderId}" at ₦1,500`,
    'Updated product "{user}", still at ₦1,500',
  ])
  expect(await tables.rows('select distinct subject_id from activity')).toEqual([
    { subject_id: null },
  ])
})

test('actions of customers and the system are not in the user log', async () => {
  const { tables, words, log } = await setup()
  const review = { keyId: randomUUID(), box: 'AAAA' }
  const customer = actorOf('customer', orderId)
  const data = { orderId, review }
  log.record('order-1', { type: 'OrderReviewed', data }, { actor: customer })
  const personal = { keyId: randomUUID(), box: 'AAAA' }
  const created = { userId: theStaff.id, role: 'superadministrator', personal }
  log.record(
    'user-1',
    { type: 'UserCreated', data: created },
    { actor: actorOf('system', 'start') },
  )
  await tables.apply(log.events)
  expect(await words()).toEqual([])
})

test('the user log shows as the shop’s own action that the bank took money back', async () => {
  const { tables, log } = await setup()
  const [lineId, debitLineId] = [randomUUID(), randomUUID()]
  const line = { orderId, lineId, debitLineId, amountKobo: 8_550_050 }
  const back = { ...line, takenBackOn: '2026-11-14', isCertain: true }
  const type = 'OrderMoneyTakenBack'
  log.record('order-1', { type, data: back }, { actor: actorOf('system', 'order-money') })
  const seenTo = { orderId, lineId, outcome: 'written-off', note: null }
  log.record('order-1', { type: 'OrderMoneyTakenBackSeenTo', data: seenTo })
  await tables.apply(log.events)
  expect(await tables.rows('select user_id, words from activity order by position')).toEqual([
    {
      user_id: 'system',
      words: `Noticed that the bank took back ₦85,500.50 of order ${orderId} on 14 Nov 2026`,
    },
    {
      user_id: theStaff.id,
      words: `Dealt with the money of order ${orderId} that the bank took back: Written off`,
    },
  ])
})

test('sign-ins, failed sign-ins and sign-outs count as actions of the account’s owner', async () => {
  const { tables, log } = await setup()
  const userId = randomUUID()
  const system = { actor: actorOf('system', 'command-api') }
  log.record('user-1', { type: 'UserSignInFailed', data: { userId } }, system)
  log.record(
    'user-1',
    { type: 'UserSignedIn', data: { userId } },
    { actor: actorOf('staff', userId) },
  )
  await tables.apply(log.events)
  expect(await tables.rows('select user_id, action, words, subject_id from activity')).toEqual([
    { user_id: userId, action: 'UserSignInFailed', words: 'Failed to sign in', subject_id: null },
    { user_id: userId, action: 'UserSignedIn', words: 'Signed in', subject_id: null },
  ])
})

test('changing one’s own record reads differently from changing another’s', async () => {
  const { tables, log } = await setup()
  const personal = { keyId: randomUUID(), box: 'AAAA' }
  const other = randomUUID()
  for (const userId of [theStaff.id, other])
    log.record('user-x', { type: 'UserUpdated', data: { userId, personal } })
  await tables.apply(log.events)
  expect(await tables.rows('select words, subject_id from activity order by position')).toEqual([
    { words: 'Updated their profile', subject_id: null },
    { words: 'Updated user "{user}"', subject_id: other },
  ])
})

test('actions are counted per day in Lagos', async () => {
  const { tables, log } = await setup()
  for (const at of [
    '2026-03-01T22:59:59.000Z',
    '2026-03-01T23:00:00.000Z',
    '2026-03-02T12:00:00.000Z',
  ])
    log.record('order-1', { type: 'OrderApproved', data: { orderId, evidence: null } }, { at })
  for (const event of log.events) await tables.apply([event])
  expect(await tables.rows('select day::text, count from activity_day order by day')).toEqual([
    { day: '2026-03-01', count: 1 },
    { day: '2026-03-02', count: 2 },
  ])
})
