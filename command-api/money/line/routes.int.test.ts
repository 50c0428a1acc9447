import { randomUUID } from 'node:crypto'
import { bankLineEvents, bankLineStream } from '@strand/contracts/money/bank-line.events'
import { expect, test } from 'vitest'
import { openShop, placed, type Shop } from '../../testing/test-shop.ts'
import { recordLine, someOrigin } from '../testing/record-line.ts'
import { eraseLineText } from './erase-text.ts'

const act = (shop: Shop, lineId: string, name: string, body: object = {}, headers = {}) =>
  shop.call('POST', `/api/admin/bank-lines/${lineId}/${name}`, body, { headers })
const match = (shop: Shop, lineId: string, ...allocations: [string, number][]) =>
  act(shop, lineId, 'match', {
    allocations: allocations.map(([orderId, amountKobo]) => ({ orderId, amountKobo })),
  })

const eventsOf = async ({ eventStore }: Shop, lineId: string) => {
  const recorded = await eventStore.readStream(bankLineStream(lineId))
  return recorded.slice(1).map((stored) => bankLineEvents.decode(stored).event)
}

test('a matched line pays for its orders, and shows the bank’s words', async () => {
  const shop = await openShop()
  const line = await recordLine(shop)
  const { lineId, bankAccountId, statementId, bookedOn } = line
  const orders = [await placed(shop), await placed(shop)]
  const [first = '', second = ''] = orders
  const part = await match(shop, lineId.toUpperCase(), [first.toLowerCase(), 100])
  expect(part.status).toBe(200)
  expect(part.headers['x-position']).toMatch(/^\d+$/)
  expect(part.body.message).toBe(`The line pays for order ${first}`)
  expect(part.body.result).toEqual({
    lineId,
    bankAccountId,
    statementIds: [statementId],
    bookedOn,
    valueOn: null,
    amountKobo: 15_250_000,
    balanceKobo: null,
    probablySameAs: null,
    kind: 'money',
    reversedBy: null,
    perhapsReversedBy: null,
    payer: '',
    narration: 'NIP/GTB/OBI ADA/hair',
    reference: 'S1',
    setAside: null,
    status: 'unmatched',
    allocatedKobo: 100,
    allocations: [{ orderId: first, amountKobo: 100 }],
  })
  expect((await match(shop, lineId, [second, 15_249_901])).status).toBe(409)
  expect((await match(shop, lineId, [first, 1])).status).toBe(409)
  const whole = await match(shop, lineId, [second, 15_249_900])
  expect(whole.body.result).toMatchObject({ status: 'matched', allocatedKobo: 15_250_000 })

  const reason = 'It was Ngozi’s'
  const freed = await act(shop, lineId, 'unmatch', { reason })
  expect(freed.body.result).toMatchObject({ status: 'unmatched', allocatedKobo: 0 })
  expect((await act(shop, lineId, 'unmatch', { reason })).status).toBe(409)
  const events = await eventsOf(shop, lineId)
  const unmatched = events.at(-1)
  if (unmatched?.type !== 'BankLineUnmatched' || !unmatched.data.reason) throw new Error('no event')
  expect(unmatched.data).toMatchObject({ orderIds: orders, cause: 'by hand' })
  expect(unmatched.data.reason.keyId).toBe(line.personal.keyId)
  expect(await shop.personalData.open([unmatched.data.reason])).toEqual([{ text: reason }])
})

test('the rule that would have matched the line too is recorded', async () => {
  const shop = await openShop()
  const orderId = await placed(shop)
  const stored = async (narration: string, amountKobo = 15_250_000) => {
    const texts = { payer: '', narration, reference: '' }
    const { lineId } = await recordLine(shop, { amountKobo }, texts)
    const { status } = await match(shop, lineId, [orderId, amountKobo])
    expect(status).toBe(200)
    return (await eventsOf(shop, lineId)).at(-1)
  }
  const found = { type: 'BankLineMatched', data: { approving: null, rule: 'code' } }
  expect(await stored(`NIP/X/${orderId.toLowerCase()}`)).toMatchObject(found)
  expect(await stored('NIP/GTB/OBI ADA/hair')).toMatchObject({ data: { rule: 'names' } })
  expect(await stored('NIP/GTB/OBI ADA/hair', 100)).toMatchObject({ data: { rule: 'difference' } })
  // The name of the shop's own account identifies no payer.
  expect(await stored('NIP/STRAND HAIR LTD')).toMatchObject({ data: { rule: 'by hand' } })
})

test('only known orders that are waiting for money can take it, each once', async () => {
  const shop = await openShop()
  const { lineId } = await recordLine(shop)
  const [orderId, archived, erased] = [await placed(shop), await placed(shop), await placed(shop)]
  await shop.call('DELETE', `/api/admin/delete-order/${archived}`)
  await shop.call('DELETE', `/api/admin/orders/${erased}/personal-data`, undefined, {
    role: 'superadministrator',
  })
  const refusal = async (...allocations: [string, number][]) => {
    const { status, body } = await match(shop, lineId, ...allocations)
    return [status, body.details?.[0]?.path]
  }
  expect(await refusal([orderId, 1], ['7K3Q-ZM9X-WD4T', 1])).toEqual([400, 'allocations.1.orderId'])
  expect(await refusal(['no order', 1])).toEqual([400, 'allocations.0.orderId'])
  const typed = orderId.replaceAll('-', ' ').toLowerCase()
  expect(await refusal([orderId, 1], [typed, 1])).toEqual([400, 'allocations.1.orderId'])
  expect(await refusal([orderId, 0])).toEqual([400, 'allocations.0.amountKobo'])
  expect(await refusal([orderId, 0.5])).toEqual([400, 'allocations.0.amountKobo'])
  expect(await refusal()).toEqual([400, 'allocations'])
  expect(await refusal([orderId, 1], [archived, 1])).toEqual([409, undefined])
  expect(await refusal([erased, 1])).toEqual([409, undefined])
  expect(await eventsOf(shop, lineId)).toEqual([])

  await shop.call('PUT', `/api/admin/restore-order/${archived}`)
  expect((await match(shop, lineId, [archived, 1])).status).toBe(200)
})

test('a line that is set aside pays nothing until it is reopened', async () => {
  const shop = await openShop()
  const { lineId } = await recordLine(shop)
  const orderId = await placed(shop)
  const aside = await act(shop, lineId, 'set-aside', { kind: 'own', note: 'For the rent' })
  expect(aside.body.result).toMatchObject({
    status: 'setaside',
    setAside: { kind: 'own', note: 'For the rent' },
  })
  expect((await match(shop, lineId, [orderId, 1])).status).toBe(409)
  expect((await act(shop, lineId, 'set-aside', { kind: 'refund' })).status).toBe(409)
  const back = await act(shop, lineId, 'take-back')
  expect(back.body.result).toMatchObject({ status: 'unmatched', setAside: null })
  expect((await act(shop, lineId, 'take-back')).status).toBe(409)
  expect((await match(shop, lineId, [orderId, 1])).status).toBe(200)
  expect((await act(shop, lineId, 'set-aside', { kind: 'refund' })).status).toBe(409)
  expect((await act(shop, lineId, 'set-aside', { kind: 'gift' })).status).toBe(400)

  const debit = await recordLine(shop, { amountKobo: -100 })
  expect((await match(shop, debit.lineId, [orderId, 1])).status).toBe(409)
})

test('a line that is probably the same as another is merged into that one, or kept', async () => {
  const shop = await openShop()
  const { lineId: into } = await recordLine(shop)
  const like = async (probablySameAs: string) => (await recordLine(shop, { probablySameAs })).lineId
  const [merged, kept] = [await like(into), await like(into)]
  const orderId = await placed(shop)
  expect((await match(shop, merged, [orderId, 1])).status).toBe(409)
  expect((await act(shop, merged, 'merge', { into: kept })).status).toBe(409)
  expect((await act(shop, merged, 'merge', { into: 'x' })).status).toBe(409)
  expect((await act(shop, into, 'merge', { into: kept })).status).toBe(409)
  const done = await act(shop, merged, 'merge', { into: into.toUpperCase() })
  expect(done.body.result).toMatchObject({ status: 'merged', probablySameAs: null })
  expect((await match(shop, merged, [orderId, 1])).status).toBe(409)
  expect((await act(shop, merged, 'set-aside', { kind: 'own' })).status).toBe(409)

  const apart = await act(shop, kept, 'keep')
  expect(apart.body.result).toMatchObject({ status: 'unmatched', probablySameAs: null })
  expect((await act(shop, kept, 'keep')).status).toBe(409)
  expect((await match(shop, kept, [orderId, 1])).status).toBe(200)
  // A line in a third format resembles the merged one, but cannot be merged into it.
  const third = await like(merged)
  const { status, body } = await act(shop, third, 'merge', { into: merged })
  expect([status, body.message]).toEqual([
    409,
    'The line that this one resembles was itself merged into another one',
  ])
  expect((await act(shop, third, 'keep')).status).toBe(200)
})

test('a line with erased texts says so, and accepts no new texts', async () => {
  const shop = await openShop()
  const { lineId } = await recordLine(shop)
  const orderId = await placed(shop)
  const erasure = { lineId, cause: 'expired', orderId: null } as const
  await eraseLineText({ ...shop, now: () => shop.clock.now }, erasure, someOrigin())
  const matched = await match(shop, lineId, [orderId, 1])
  expect(matched.body.result).toMatchObject({
    payer: 'erased',
    narration: 'erased',
    reference: 'erased',
    allocatedKobo: 1,
  })
  expect(await eventsOf(shop, lineId)).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ rule: 'by hand' }) }),
  )
  // A reason that cannot be stored any more must not keep money with an order.
  const freed = await act(shop, lineId, 'unmatch', { reason: 'Wrong order' })
  expect([freed.status, freed.body.message]).toEqual([
    200,
    'The line no longer pays for an order. Its texts were erased, so the reason was not kept',
  ])
  const noted = await act(shop, lineId, 'set-aside', { kind: 'own', note: 'For the rent' })
  expect(noted.status).toBe(409)
  expect((await act(shop, lineId, 'set-aside', { kind: 'own' })).status).toBe(200)
})

test('an unknown line is a 404, and auditors may not change lines', async () => {
  const shop = await openShop()
  const { lineId } = await recordLine(shop)
  for (const unknown of [randomUUID(), 'x', lineId.slice(1)])
    for (const name of ['take-back', 'keep'])
      expect([unknown, (await act(shop, unknown, name)).status]).toEqual([unknown, 404])
  expect((await match(shop, randomUUID(), [await placed(shop), 1])).status).toBe(404)
  const path = `/api/admin/bank-lines/${lineId}/keep`
  expect((await shop.call('POST', path, {}, { role: 'auditor' })).status).toBe(403)
})

test('a command repeated under its key gets its first answer', async () => {
  const shop = await openShop()
  const { lineId } = await recordLine(shop)
  const headers = { 'idempotency-key': randomUUID() }
  const body = { allocations: [{ orderId: await placed(shop), amountKobo: 15_250_000 }] }
  const first = await act(shop, lineId, 'match', body, headers)
  await act(shop, lineId, 'unmatch', { reason: 'Wrong order' })
  const again = await act(shop, lineId, 'match', body, headers)
  expect(again.body).toEqual(first.body)
  expect(again.headers['x-position']).toBe(first.headers['x-position'])
  expect(await eventsOf(shop, lineId)).toHaveLength(2)
})
