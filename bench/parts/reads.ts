import { sampleCustomer, seededRandom } from '@strand/all-in-one/demo/people'
import type { OrderStatus } from '@strand/contracts/order/status'
import { requestText } from '../measuring/http-connection.ts'
import { interleave, overHttp, type Sample } from '../measuring/samples.ts'
import { type Row, timeRow } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'
import { listOf, reading } from './reading.ts'

/** The first and last page of a tab, read by one client that waits for each answer. */
export const pagesPart =
  (statuses: OrderStatus[]) =>
  async (bench: BenchContext): Promise<Row[]> => {
    const { get, bare, pageOf } = await reading(bench)
    const rows: Row[] = []
    for (const status of statuses) {
      const path = listOf(status)
      const last = Math.max(1, Math.ceil((await pageOf(path)).total / 10))
      const { first, floor, end } = await interleave(bench.turns, {
        first: get(path),
        floor: bare(`/page?status=${status}&page=1`),
        end: get(`${path}?page=${last}`),
      })
      const row = { part: 'pages', orders: bench.orders, target: { atMost: 2 } }
      rows.push(
        timeRow({ ...row, what: `first page, ${status}` }, first, {
          ...{ what: 'its statement behind a bare route', sample: floor },
        }),
        timeRow({ ...row, what: `last page (${last}), ${status}` }, end, {
          ...{ what: 'the first page', sample: first },
        }),
      )
    }
    return rows
  }

export const countsPart = async (bench: BenchContext): Promise<Row[]> => {
  const { get, bare } = await reading(bench)
  const { counts, one } = await interleave(bench.turns, {
    counts: get('/api/admin/orders/counts'),
    one: bare('/one'),
  })
  const row = { part: 'counts', what: 'the five counts', orders: bench.orders }
  return [
    timeRow({ ...row, target: { atMost: 1.5 } }, counts, {
      ...{ what: 'one row by its key behind a bare route', sample: one },
    }),
  ]
}

/** What staff search for: a different customer in each call, so that no answer is cached. */
const customers = seededRandom(4711)
const searches: [what: string, term: () => string][] = [
  [
    'a full name',
    () => {
      const { firstName, lastName } = sampleCustomer(customers)
      return `${firstName} ${lastName}`
    },
  ],
  ['the last four digits of a phone', () => sampleCustomer(customers).phone.slice(-4)],
  ['an Instagram name', () => `@${sampleCustomer(customers).instagramUsername}`],
  ['a first name, which many have', () => sampleCustomer(customers).firstName],
]

export const searchPart = async (bench: BenchContext): Promise<Row[]> => {
  const { get } = await reading(bench)
  const { shop, seconds } = bench
  const token = await shop.token()
  const rows: Row[] = []
  for (const [what, term] of searches) {
    const find = (): Promise<Sample> =>
      overHttp({ port: shop.ports.shop, width: 1, seconds }, () =>
        requestText('GET', `${listOf('confirmed')}?search=${encodeURIComponent(term())}`, {
          token,
        }),
      )
    const samples = await interleave(bench.turns, { found: find, first: get(listOf('confirmed')) })
    rows.push(
      timeRow(
        {
          ...{ part: 'search', what: `search for ${what}`, orders: bench.orders },
          target: { atMost: 5 },
        },
        samples.found,
        { what: 'the first page', sample: samples.first },
      ),
    )
  }
  return rows
}
