import { sampleCustomer, seededRandom } from '@strand/all-in-one/demo/people'
import type { OrderStatus } from '@strand/contracts/order/status'
import { interleave } from '../measuring/samples.ts'
import { type Row, timeRow } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'
import { listOf, reading } from './reading.ts'

/** The first and last page of a tab, read by one client that waits for each answer. */
export const pagesPart =
  (statuses: OrderStatus[]) =>
  async (bench: BenchContext): Promise<Row[]> => {
    const { get, bare, lastPage } = await reading(bench)
    const rows: Row[] = []
    for (const status of statuses) {
      const path = listOf(status)
      const last = await lastPage(path)
      const { first, floor, end } = await interleave(bench.turns, {
        first: get(path),
        floor: bare(`/page?status=${status}&page=1`),
        end: get(`${path}?page=${last}`),
      })
      const row = { part: 'pages', orders: bench.orders, target: { atMost: 2 } }
      rows.push(
        timeRow({ ...row, what: `first page, ${status}` }, first, {
          what: 'its statement behind a bare route',
          sample: floor,
        }),
        timeRow({ ...row, what: `last page (${last}), ${status}` }, end, {
          what: 'the first page',
          sample: first,
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
      what: 'one row by its key behind a bare route',
      sample: one,
    }),
  ]
}

/** Searches of staff, for another customer in each call, so that no answer is cached. */
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
  const { get, middlePage } = await reading(bench)
  const path = listOf('confirmed')
  const page = await middlePage(path)
  const row = { part: 'search', orders: bench.orders, target: { atMost: 5 } }
  const rows: Row[] = []
  for (const [what, term] of searches) {
    const { found, other } = await interleave(bench.turns, {
      found: get(() => `${path}?search=${encodeURIComponent(term())}`),
      other: get(page),
    })
    const floor = { what: 'a page in the middle of the tab', sample: other }
    rows.push(timeRow({ ...row, what: `search for ${what}` }, found, floor))
  }
  return rows
}
