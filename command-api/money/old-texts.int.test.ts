import { bankLineEvents, bankLineStream } from '@strand/contracts/money/bank-line.events'
import { Rejected } from '@strand/event-sourcing/errors'
import { expect, test } from 'vitest'
import { openShop, placed, type Shop } from '../testing/test-shop.ts'
import { eraseLineText, finishTextErasures } from './line/erase-text.ts'
import { eraseOldLineTexts } from './old-texts.ts'
import { recordLine, someOrigin } from './testing/record-line.ts'

const day = 24 * 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)
const optionsOf = (shop: Shop) => ({ ...shop, bankLineDays: 400, now: () => shop.clock.now })

const isReadable = async ({ personalData }: Shop, { personal }: { personal: Line['personal'] }) =>
  (await personalData.open([personal]))[0] !== null
type Line = Awaited<ReturnType<typeof recordLine>>

const eventTypes = async ({ eventStore }: Shop, { lineId }: Line) =>
  (await eventStore.readStream(bankLineStream(lineId))).map(({ type }) => type)
const say = (shop: Shop, { lineId }: Line, name: string, body: object = {}) =>
  shop.call('POST', `/api/admin/bank-lines/${lineId}/${name}`, body)

test('old lines that pay nothing lose their key, whatever else was done with them', async () => {
  const shop = await openShop()
  const bookedOn = daysAgo(402)
  const young = await recordLine(shop, { bookedOn: daysAgo(399) })
  const old = await recordLine(shop, { bookedOn })
  const debit = await recordLine(shop, { bookedOn, amountKobo: -1 })
  const aside = await recordLine(shop, { bookedOn })
  const merged = await recordLine(shop, { bookedOn, probablySameAs: old.lineId })
  const paying = await recordLine(shop, { bookedOn })
  const partly = await recordLine(shop, { bookedOn })
  await say(shop, aside, 'set-aside', { kind: 'own', note: 'x' })
  await say(shop, merged, 'merge', { into: old.lineId })
  const orderId = await placed(shop)
  await say(shop, paying, 'match', { allocations: [{ orderId, amountKobo: paying.amountKobo }] })
  await say(shop, partly, 'match', { allocations: [{ orderId, amountKobo: 1 }] })
  await shop.project()

  const options = optionsOf(shop)
  expect(await eraseOldLineTexts({ ...options, bankLineDays: 0 })).toBe(0)
  expect(await eraseOldLineTexts({ ...options, signal: AbortSignal.abort() })).toBe(0)
  expect(await eraseOldLineTexts(options)).toBe(4)
  for (const line of [old, debit, aside, merged]) {
    expect(await isReadable(shop, line)).toBe(false)
    expect((await eventTypes(shop, line)).at(-1)).toBe('BankLineTextErased')
  }
  for (const line of [young, paying, partly]) expect(await isReadable(shop, line)).toBe(true)
  const recorded = await shop.eventStore.readStream(bankLineStream(old.lineId))
  const { event, metadata } = bankLineEvents.decode(recorded.at(-1) as (typeof recorded)[number])
  expect(event.data).toEqual({ lineId: old.lineId, cause: 'expired' })
  expect(metadata.actor).toEqual({ kind: 'system', id: 'retention' })

  expect(await eraseOldLineTexts(options)).toBe(0)
  await say(shop, partly, 'unmatch', { reason: 'x' })
  expect(await eraseOldLineTexts(options)).toBe(1)
  expect(await isReadable(shop, partly)).toBe(false)
})

test('a line that has just been matched keeps its texts, whatever the read model says', async () => {
  const shop = await openShop()
  const line = await recordLine(shop, { bookedOn: daysAgo(500) })
  await shop.project()
  const allocations = [{ orderId: await placed(shop), amountKobo: line.amountKobo }]
  await say(shop, line, 'match', { allocations })
  expect(await eraseOldLineTexts(optionsOf(shop))).toBe(0)
  expect(await isReadable(shop, line)).toBe(true)
})

test('the texts of an erased order’s line go only if it pays for no other order', async () => {
  const shop = await openShop()
  const line = await recordLine(shop)
  const [one, other] = [await placed(shop), await placed(shop)]
  const pay = (orderId: string) =>
    say(shop, line, 'match', { allocations: [{ orderId, amountKobo: 1 }] })
  const erase = (orderId: string) => {
    const erasure = { lineId: line.lineId, cause: 'order erased', orderId } as const
    return eraseLineText(optionsOf(shop), erasure, someOrigin())
  }
  await pay(one)
  await pay(other)
  expect((await erase(one)).events).toEqual([])
  expect(await isReadable(shop, line)).toBe(true)
  await say(shop, line, 'unmatch', { reason: 'x' })
  await pay(one)
  expect((await erase(other)).events).toEqual([])
  expect((await erase(one)).events).toHaveLength(1)
  expect(await isReadable(shop, line)).toBe(false)
  expect((await erase(one)).events).toEqual([])
  const shown = (await say(shop, line, 'unmatch', { reason: 'x' })).body.result
  expect(shown).toMatchObject({ narration: 'erased', amountKobo: line.amountKobo })
})

test('an erasure that a crash cut short after its event is finished later', async () => {
  const faults = { after: false }
  const shop = await openShop((store) => ({
    ...store,
    append: async (...batch) => {
      const result = await store.append(...batch)
      if (faults.after) throw new Rejected('unavailable', 'down')
      return result
    },
  }))
  const options = optionsOf(shop)
  const [line, paying] = [await recordLine(shop), await recordLine(shop)]
  const erase = ({ lineId }: Line) =>
    eraseLineText(options, { lineId, cause: 'expired', orderId: null }, someOrigin())
  const allocations = [{ orderId: await placed(shop), amountKobo: 1 }]
  await say(shop, paying, 'match', { allocations })
  await erase(paying)
  faults.after = true
  await expect(erase(line)).rejects.toThrow('down')
  faults.after = false
  await finishTextErasures(options)
  expect(await isReadable(shop, line)).toBe(true)
  shop.clock.now = new Date(shop.clock.now.getTime() + 61_000)
  await finishTextErasures(options)
  expect(await isReadable(shop, line)).toBe(false)
  expect(await isReadable(shop, paying)).toBe(true)
  const { rows } = await shop.pool.query('select line_id, done from bank_line_erasure')
  expect(rows).toEqual([{ line_id: line.lineId, done: true }])
})
