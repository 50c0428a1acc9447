import { expect, test } from 'vitest'
import { random } from '../../../platform/testing/random.ts'
import { ordersFor } from './best-order.ts'
import type { OpenLine, OpenOrder } from './candidate.ts'
import { candidatesOf } from './match-payments.ts'
import { openLinePool, type Pool } from './pool.ts'
import { openLine, openOrder } from './testing/open.ts'

const poolOf = (orders: OpenOrder[], lines: OpenLine[]) =>
  openLinePool({ orders, lines, shopNames: ['STRAND HAIR LTD'] })
const bestOrderOf = (pool: Pool, lineId: string) => ordersFor(pool, lineId)[0] ?? null
const best = (orders: OpenOrder[], lines: OpenLine[], lineId = 'line-1') =>
  bestOrderOf(poolOf(orders, lines), lineId)

const other = openOrder({ orderId: '0000-0000-0000', paymentCode: null, createdOn: '2026-11-11' })

test('the best rule comes first, then the nearest day', () => {
  const coded = openLine({ narration: 'NIP/UBA/BELLO AISHA/ACDE-FGHJ' })
  expect(best([other, openOrder()], [coded])).toMatchObject({
    orderId: openOrder().orderId,
    rule: 'code',
    only: true,
    signals: { code: true, amount: true, names: false },
  })
  // Two orders have the same name and amount. The one placed on the line's day comes first, but is
  // not the only match.
  expect(best([other, openOrder()], [openLine()])).toMatchObject({
    orderId: openOrder().orderId,
    rule: 'names',
    only: false,
  })
})

test('all orders that fit are offered, likeliest first, at most nine, and none as the only match', () => {
  const alike = Array.from({ length: 12 }, (_, n) =>
    openOrder({
      orderId: `00${10 + n}-0000-0000`,
      paymentCode: null,
      createdOn: n === 4 ? '2026-11-12' : '2026-11-11',
      customerKey: String(n),
    }),
  )
  const offered = ordersFor(poolOf(alike, [openLine()]), 'line-1')
  expect(offered.map(({ orderId }) => orderId.slice(0, 4))).toEqual([
    '0014',
    '0010',
    '0011',
    '0012',
    '0013',
    '0015',
    '0016',
    '0017',
    '0018',
  ])
  expect(offered.some(({ only }) => only)).toBe(false)
})

test('a code with another amount is a difference, and never the only match', () => {
  const short = openLine({ narration: 'NIP/UBA/BELLO AISHA/ACDE-FGHJ', amountKobo: 8_545_000 })
  expect(best([openOrder()], [short])).toMatchObject({
    rule: 'difference',
    only: false,
    signals: { code: true, amount: false },
  })
})

test('no order fits a stranger’s money, an unknown line or a line that names two orders', () => {
  const stranger = openLine({ narration: 'NIP/UBA/BELLO AISHA/for my sister' })
  expect(best([openOrder()], [stranger])).toBe(null)
  expect(best([openOrder()], [openLine()], 'line-2')).toBe(null)
  const both = openLine({ narration: 'ACDE-FGHJ KMNP-QRUV', amountKobo: 100 })
  const second = { ...other, paymentCode: 'KMNP-QRUV' }
  expect(best([openOrder(), second], [both])).toBe(null)
})

test('names with another amount are a difference, nearest amount first', () => {
  const short = openLine({ amountKobo: 8_500_000 })
  const dearer = openOrder({
    orderId: '1111-1111-1111',
    paymentCode: null,
    expectedKobo: 9_000_000,
  })
  const late = { ...dearer, orderId: '2222-2222-2222', createdOn: '2026-11-20' }
  const stranger = { ...dearer, orderId: '3333-3333-3333', accountName: 'Okafor Bello' }
  const offered = ordersFor(poolOf([dearer, late, openOrder(), stranger], [short]), 'line-1')
  expect(offered).toMatchObject([
    { orderId: openOrder().orderId, rule: 'difference', only: false, signals: { names: true } },
    { orderId: dearer.orderId, rule: 'difference', only: false },
  ])
  expect(ordersFor(poolOf([dearer, other], [openLine()]), 'line-1')).toMatchObject([
    { orderId: other.orderId, rule: 'names' },
  ])
})

test('an approved order without its money competes with a pending one, and is offered', () => {
  const approved = { ...other, isApproved: true }
  const pool = poolOf([openOrder(), approved], [openLine()])
  expect(ordersFor(pool, 'line-1')).toMatchObject([
    { orderId: openOrder().orderId, isApproved: false, only: false },
    { orderId: other.orderId, isApproved: true, only: false },
  ])
  expect(candidatesOf(pool, openOrder().orderId)).toMatchObject([
    { only: false, alsoFits: [other.orderId] },
  ])
  const paid = { ...approved, receivedKobo: 8_550_000 }
  const alone = poolOf([openOrder(), paid], [openLine()])
  expect(candidatesOf(alone, openOrder().orderId)).toMatchObject([{ only: true, alsoFits: [] }])
})

test('a fully paid order is offered only to a line that names it', () => {
  for (const isApproved of [true, false]) {
    const paid = openOrder({ receivedKobo: 8_550_000, isApproved })
    const again = openLine({ narration: 'NIP/GTB/OKAFOR CHIOMA A/ACDE-FGHJ' })
    const pool = poolOf([paid], [again, openLine({ lineId: 'line-2' })])
    expect(ordersFor(pool, 'line-1')).toMatchObject([
      { orderId: paid.orderId, rule: 'difference', only: false, dueKobo: 0, isApproved },
    ])
    expect(ordersFor(pool, 'line-2')).toEqual([])
    expect(candidatesOf(pool, paid.orderId)).toEqual([])
  }
})

const names = ['Chioma Okafor', 'Aisha Bello', 'Okafor Ada', 'Bello']
const codes = [null, 'ACDE-FGHJ', 'KMNP-QRUV']
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

test('the best order for a line has that line as a candidate, by the same rule and just as certain', () => {
  let sure = 0
  for (let round = 0; round < 600; round++) {
    const orders = Array.from({ length: 6 }, (_, n) =>
      openOrder({
        orderId: `000${n}-0000-0000`,
        paymentCode: pick(codes),
        expectedKobo: pick([100, 200]),
        accountName: pick(names),
        isApproved: pick([false, false, true]),
        createdOn: pick(['2026-11-11', '2026-11-12', '2026-11-20']),
        customerKey: String(n),
      }),
    )
    const lines = Array.from({ length: 6 }, (_, n) =>
      openLine({
        lineId: `line-${n}`,
        amountKobo: pick([100, 200, 300]),
        bookedOn: pick(['2026-11-11', '2026-11-12', '2026-11-20']),
        narration: `NIP/GTB/${pick(names)}/${pick(['', 'ACDE-FGHJ', 'KMNP-QRUV'])}`,
      }),
    )
    const pool = poolOf(orders, lines)
    for (const { lineId } of lines) {
      const found = bestOrderOf(pool, lineId)
      const only = orders.filter(({ orderId }) =>
        candidatesOf(pool, orderId).some((one) => one.only && one.lines[0]?.lineId === lineId),
      )
      // If the line is an order's only match, that order must be the line's best order.
      if (only.length > 0) expect([found?.orderId, found?.only]).toEqual([only[0]?.orderId, true])
      if (found === null || found.rule === 'difference') continue
      const candidate = candidatesOf(pool, found.orderId).find(
        ({ rule, lines: [line], lines: all }) =>
          rule === found.rule && all.length === 1 && line?.lineId === lineId,
      )
      expect(candidate).toMatchObject({ only: found.only, signals: found.signals })
      if (found.only) sure += 1
    }
  }
  expect(sure).toBeGreaterThan(20)
})
