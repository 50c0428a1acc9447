import { addDays } from '@strand/contracts/days'
import { ReportName } from '@strand/contracts/reports/definition'
import { random, someOf } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { randomShop, reportTables } from '../testing/reports.ts'

/** The number of events, and of erasures, after the reports were made. */
const later = repetitions({ usual: 300, long: 10_000 })
const erasures = repetitions({ usual: 20, long: 100 })

const from = '2026-02-20'
const dayOf = (time: Date | undefined) => String(time?.toISOString().slice(0, 10))

test('a report as of a day or an index stays byte-identical after later events, erasures and a rebuild', async () => {
  const { pool } = await testDatabase()
  const shop = randomShop(random)
  shop.happen(400)
  const tables = await reportTables(pool, shop.events, shop.now)
  await tables.catchUp(37)

  const to = addDays(dayOf(shop.now()), 2)
  // A day that has ended, and the indexes of events, most of them in the middle of a day.
  const yesterday = addDays(dayOf(shop.events.at(-1)?.recordedAt), -2)
  const places = [yesterday, '399', '250', '17']
  const questions = places.flatMap((asOf) =>
    ReportName.options.flatMap((name) =>
      someOf(['day', 'week', 'month', undefined] as const, 2).map((by) => ({ name, asOf, by })),
    ),
  )
  const makeAll = async () => {
    const answers: string[] = []
    for (const { name, asOf, by } of questions) {
      const report = await tables.reports.report(name, { from, to, asOf, ...(by && { by }) })
      answers.push(JSON.stringify(report))
    }
    return answers
  }
  const before = await makeAll()
  const rows = before.map((text) => JSON.parse(text).rows?.length ?? -1)
  // Only the reports as at index 17 may be empty, if nothing was sold by then.
  const early = new Set(shop.events.slice(0, 17).map(({ type }) => type))
  const hasSold = early.has('OrderApproved') && !early.has('OrderChangeUndone')
  for (const [at, count] of rows.entries())
    if (hasSold || questions[at]?.asOf !== '17') expect(count).toBeGreaterThan(0)

  shop.happen(Math.ceil(later / 2))
  shop.erase(erasures)
  shop.happen(Math.floor(later / 2))
  await tables.catchUp()
  expect(await makeAll()).toEqual(before)
  await tables.rebuild(211)
  expect(await makeAll()).toEqual(before)

  // Shows that the test can fail: a report as at now differs.
  const now = await tables.reports.report('sales', { from, to })
  expect(JSON.stringify(now)).not.toBe(before[questions.findIndex(({ asOf }) => asOf === '399')])
})

test('the tables do not depend on batching, and the sums are those of the facts', async () => {
  const { pool } = await testDatabase()
  const shop = randomShop(random)
  shop.happen(300)
  const tables = await reportTables(pool, shop.events, shop.now)
  const all = async () => {
    const names = ['report_fact', 'report_sum', 'report_day', 'report_order', 'report_line']
    const texts = []
    for (const name of names)
      texts.push(...(await tables.rows(`select t::text as row from ${name} t order by 1`)))
    return texts
  }
  await tables.catchUp(1)
  const single = await all()
  await tables.rebuild(300)
  expect(await all()).toEqual(single)
  const [facts] = await tables.rows(
    `select sum(amount)::int8 as amount, sum(quantity)::int8 as quantity, count(*) as facts
     from report_fact where kind = 'product'`,
  )
  const [sums] = await tables.rows(
    `select sum(amount)::int8 as amount, sum(quantity)::int8 as quantity
     from report_sum where series = 'product'`,
  )
  expect(facts).toMatchObject(sums)
  expect(facts.facts).toBeGreaterThan(0)
})
