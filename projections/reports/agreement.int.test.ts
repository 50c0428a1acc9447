import type { ReportQuery } from '@strand/contracts/reports/report'
import { random } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { randomShop, reportTables } from '../testing/reports.ts'

const shops = repetitions({ usual: 4, long: 1_000 })

type Shop = ReturnType<typeof randomShop>
type Tables = Awaited<ReturnType<typeof reportTables>>

/** Totals of the shop's orders and lines, added up one by one. */
const folded = ({ orders, events }: Shop) => {
  const all = [...orders.values()]
  const reached = (order: (typeof all)[number]) =>
    order.status === 'archived' ? order.archivedFrom : order.status
  const sold = all.filter(({ status }) => status === 'confirmed' || status === 'shipped')
  const sum = <T>(items: T[], value: (item: T) => number) =>
    items.reduce((total, item) => total + value(item), 0)
  const lines = new Map<string, { kobo: number; counts: boolean }>()
  for (const { type, data } of events) {
    const lineId = String(data.lineId)
    if (type === 'BankLineRecorded')
      lines.set(lineId, { kobo: Number(data.amountKobo), counts: data.probablySameAs === null })
    const line = lines.get(lineId)
    if (line && type === 'BankLineKeptApart') line.counts = true
    if (line && type === 'BankLineWithdrawn') line.counts = false
  }
  const counted = [...lines.values()].filter(({ counts }) => counts)
  return {
    sold: {
      netOrders: sold.length,
      netNaira: sum(sold, ({ data }) => data.total),
      netQuantity: sum(sold, ({ data }) => sum(data.lines, ({ quantity }) => quantity)),
    },
    goods: sum(sold, ({ data }) => data.subtotal),
    pipeline: {
      created: all.length,
      approved: all.filter((order) => reached(order) !== 'pending').length,
      returned: all.filter((order) => reached(order) === 'returned').length,
      archived: all.filter(({ status }) => status === 'archived').length,
      pending: all.filter(({ status }) => status === 'pending').length,
    },
    approvals: events.filter(({ type }) => type === 'OrderApproved').length,
    arrivedKobo: sum(counted, ({ kobo }) => Math.max(0, kobo)),
    debitKobo: sum(counted, ({ kobo }) => Math.min(0, kobo)),
  }
}

const reportsOf = async ({ reports }: Tables, query: ReportQuery) => {
  const ask = async <Name extends Parameters<typeof reports.report>[0]>(name: Name) => {
    const made = await reports.report(name, query)
    if ('problem' in made || 'unavailable' in made) throw new Error(JSON.stringify(made))
    return made
  }
  return {
    sales: await ask('sales'),
    products: await ask('products'),
    campaigns: await ask('campaigns'),
    locations: await ask('locations'),
    pipeline: await ask('pipeline'),
    staff: await ask('staff'),
    money: await ask('money'),
  }
}

const flows = ['approve', 'ship', 'pending', 'return', 'period'] as const

/**
 * Adds up each number over the rows, except shares, percentiles and pending orders, which cannot be
 * added.
 */
const added = (rows: Record<string, unknown>[]) => {
  const sums: Record<string, number> = {}
  for (const row of rows)
    for (const [field, value] of Object.entries(row))
      if (typeof value === 'number') sums[field] = (sums[field] ?? 0) + value
  return Object.fromEntries(
    Object.entries(sums).filter(([field]) => !flows.some((flow) => field.startsWith(flow))),
  )
}

test('totals agree with a fold of the log and between reports', async () => {
  const { pool } = await testDatabase()
  for (let seed = 0; seed < shops; seed++) {
    const shop = randomShop(random)
    shop.happen(120)
    const tables = await reportTables(pool, shop.events, shop.now)
    await tables.catchUp(50)
    const query = { from: '2026-02-01', to: '2026-12-31', by: 'week' as const }
    const { sales, products, campaigns, locations, pipeline, staff, money } = await reportsOf(
      tables,
      query,
    )
    const { sold, goods, ...truth } = folded(shop)

    expect(sales.totals).toMatchObject(sold)
    expect(pipeline.totals).toMatchObject(truth.pipeline)
    expect(staff.totals.approvals).toBe(truth.approvals)
    expect(money.totals).toMatchObject({
      arrivedKobo: truth.arrivedKobo,
      debitKobo: truth.debitKobo,
    })
    expect(products.totals.netNaira).toBe(goods)
    expect(products.totals.goodsNaira).toBe(sales.totals.goodsNaira)
    expect(products.totals.quantity).toBe(sales.totals.quantity)
    expect(products.totals.netQuantity).toBe(sales.totals.netQuantity)
    expect(campaigns.totals).toEqual(sales.totals)
    expect(locations.totals).toEqual(sales.totals)
    expect(staff.totals.approvals + staff.totals.restored).toBe(sales.totals.orders)
    expect(staff.totals.approvedNaira + staff.totals.restoredNaira).toBe(sales.totals.totalNaira)
    expect(staff.totals.reversals).toBe(sales.totals.reversedOrders)
    expect(staff.totals.reversedNaira).toBe(sales.totals.reversedNaira)
    for (const { rows, totals } of [sales, products, campaigns, locations, pipeline, staff, money])
      expect(added([totals])).toEqual(added(rows))
    await pool.query('drop schema read cascade')
  }
})
