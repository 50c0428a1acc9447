import { randomUUID } from 'node:crypto'
import { evidenceLines } from '@strand/contracts/money/evidence'
import { Rejected } from '@strand/event-sourcing/errors'
import { silentLog } from '@strand/event-sourcing/log'
import { eventually } from '@strand/platform/testing/eventually'
import { seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { startProjections } from '@strand/projections/start-projections'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { waitForReadModel } from '../../shared/read-model.ts'
import { openShop, placed, type Shop, userIds } from '../../testing/test-shop.ts'
import { readOrder } from '../handler.ts'
import { finishOrderMoney } from './finish.ts'
import { approveWithLines, archiveOrder, undoOrderChange } from './order-money.ts'
import {
  byLines,
  lineOf,
  matchByHand,
  moneyOf,
  paidBy,
  rowsOf,
  statusOf,
  totalKobo,
} from './testing/money-shop.ts'
import { mortal } from './testing/mortal.ts'

const originOf = (shop: Shop) => {
  const commandId = randomUUID()
  const actor = { kind: 'staff', id: userIds.administrator } as const
  return { commandId, correlationId: commandId, at: shop.clock.now, actor }
}

type Case = Awaited<ReturnType<typeof prepare>>
/**
 * A pending order, two lines that pay for it together, and a third, one kobo of which is matched to
 * the order by hand.
 */
const prepare = async (shop: Shop) => {
  const orderId = await placed(shop)
  const [first, second, byHand] = [await lineOf(shop), await lineOf(shop), await lineOf(shop)]
  await matchByHand(shop, byHand, orderId, 1)
  return { orderId, first, second, byHand }
}

const approving = (shop: Shop, { orderId, first, second }: Case, money = moneyOf(shop)) => {
  const evidence = byLines([first, totalKobo - 5], [second, 5]) as { lines: never[] }
  const command = () => ({ type: 'ApproveOrder', evidence }) as const
  return approveWithLines(money, orderId, { command, origin: originOf(shop) })
}

const commands = {
  approve: async () => approving,
  undo: async (shop: Shop, made: Case) => {
    const { position } = await approving(shop, made)
    return (shop: Shop, { orderId }: Case, money: ReturnType<typeof moneyOf>) =>
      undoOrderChange(money, orderId, String(position), { origin: originOf(shop), seen: undefined })
  },
  archive:
    async () =>
    (shop: Shop, { orderId }: Case, money: ReturnType<typeof moneyOf>) =>
      archiveOrder(money, orderId, async () => ({ type: 'ArchiveOrder' }), {
        origin: originOf(shop),
        seen: undefined,
      }),
}

const cause = (error: unknown) => {
  if (!(error instanceof Rejected)) throw error
}

/** Money and order agree, and manual matches are as before. */
const assertAgreement = async (shop: Shop, { orderId, first, second, byHand }: Case) => {
  const { status, approval } = await readOrder(shop.eventStore, orderId)
  const paid = async (lineId: string) =>
    (await paidBy(shop, lineId)).map(({ amountKobo, approving }) => ({ amountKobo, approving }))
  const [ofFirst, ofSecond, ofHand] = [await paid(first), await paid(second), await paid(byHand)]
  const isApproved = status === 'confirmed'
  expect(evidenceLines(approval?.evidence ?? null)).toHaveLength(isApproved ? 2 : 0)
  const approving = approval?.commandId
  expect(ofFirst).toEqual(isApproved ? [{ amountKobo: totalKobo - 5, approving }] : [])
  expect(ofSecond).toEqual(isApproved ? [{ amountKobo: 5, approving }] : [])
  expect(ofHand).toEqual(status === 'archived' ? [] : [{ amountKobo: 1, approving: null }])
  expect(await rowsOf(shop, orderId)).toEqual([])
  return status
}

test('wherever a process dies, and the next one too, order and lines agree in the end', async () => {
  const shop = await openShop()
  const projections = startProjections({ ...shop, log: silentLog })
  onTestFinished(async () => {
    await Promise.all(projections.map((projection) => projection.stop()))
  })
  const later = () => {
    shop.clock.now = new Date(shop.clock.now.getTime() + 31_000)
  }
  /**
   * Runs a command in a process of its own that dies at a request; returns how many requests it
   * made.
   */
  const die = async (name: keyof typeof commands, made: Case, at: number, hasEffect: boolean) => {
    const run = await commands[name](shop, made)
    // The order's own stream does not name lines that were matched by hand.
    await waitForReadModel('bank', shop)
    const dying = mortal(shop, at, hasEffect)
    await run(shop, made, dying.money).catch(cause)
    return dying.requests()
  }
  const names = Object.keys(commands) as (keyof typeof commands)[]
  const requests = new Map<string, number>()
  for (const name of names)
    requests.set(name, await die(name, await prepare(shop), Number.POSITIVE_INFINITY, true))
  const cut = fc.record({
    percent: fc.integer({ min: 0, max: 100 }),
    hasEffect: fc.boolean(),
  })
  for (const name of names)
    await fc.assert(
      fc.asyncProperty(cut, cut, async (first, second) => {
        const made = await prepare(shop)
        const last = (requests.get(name) ?? 0) - 1
        await die(name, made, 1 + Math.round((first.percent * last) / 100), first.hasEffect)
        later()
        const next = mortal(shop, 1 + Math.round((second.percent * 30) / 100), second.hasEffect)
        await Promise.all([
          finishOrderMoney(next.money).catch(cause),
          finishOrderMoney(moneyOf(shop)),
        ])
        // The shop's own process may still hold a lock.
        await eventually(
          async () => {
            later()
            await finishOrderMoney(moneyOf(shop))
            return rowsOf(shop, made.orderId)
          },
          (rows) => rows.length === 0,
        )
        await assertAgreement(shop, made)
      }),
      { seed, numRuns: repetitions({ usual: 4, long: 40 }) },
    )
})

test('an approval interrupted between its lines and its order is completed after 30 s, not before', async () => {
  let dies = true
  const shop = await openShop((store) => ({
    ...store,
    append: async (stream, events, expected) => {
      if (dies && events[0]?.type === 'OrderApproved') throw new Rejected('unavailable', 'dead')
      return store.append(stream, events, expected)
    },
  }))
  const cases = [await prepare(shop), await prepare(shop)]
  for (const made of cases) await approving(shop, made).catch(cause)
  const [kept, lost] = cases as [Case, Case]
  dies = false
  await finishOrderMoney(moneyOf(shop))
  expect(await statusOf(shop, kept.orderId)).toBe('pending')
  expect(await paidBy(shop, kept.first)).toHaveLength(1)
  await shop.call('POST', `/api/admin/bank-lines/${lost.second}/unmatch`, { reason: 'Wrong' })
  shop.clock.now = new Date(shop.clock.now.getTime() + 31_000)
  await Promise.all([1, 2, 3].map(() => finishOrderMoney(moneyOf(shop))))
  expect(await assertAgreement(shop, kept)).toBe('confirmed')
  expect(await assertAgreement(shop, lost)).toBe('pending')
  const events = await shop.eventStore.readStream(`order-${kept.orderId}`)
  // The event names the person who sent the command, but has the time at which it was appended.
  expect(events.at(-1)?.metadata).toMatchObject({
    actor: { kind: 'staff', id: userIds.administrator },
    at: shop.clock.now.toISOString(),
  })
})
