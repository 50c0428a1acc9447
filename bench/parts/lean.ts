import { OrderStatus } from '@strand/contracts/order/status'
import { interleave, type Sample } from '../measuring/samples.ts'
import { type Row, rateRow, shareRow, timeRow } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'
import { listOf, reading } from './reading.ts'

type Ways = Record<'ours' | 'lean' | 'oursFull' | 'leanFull', () => Promise<Sample>>

/** The pages of every tab and an order's history, compared with the least cost of such a read. */
export const leanPart = async (bench: BenchContext): Promise<Row[]> => {
  const { get, bare, pageOf, lastPage, middlePage } = await reading(bench)
  const { turns, orders } = bench
  const pair = (path: string | (() => string), lean: string): Ways => ({
    ours: get(path),
    lean: bare(lean),
    oursFull: get(path, clients),
    leanFull: bare(lean, clients),
  })
  const rows: Row[] = []
  for (const status of OrderStatus.options) {
    const path = listOf(status)
    const last = await lastPage(path)
    const lean = (order: string) => `/lean/page?status=${status}&order=${order}`
    const first = await interleave(turns, pair(path, lean('desc')))
    rows.push(...rowsOf(`first page, ${status}`, orders, first))
    const end = await interleave(turns, pair(`${path}?page=${last}`, lean('asc')))
    rows.push(...rowsOf(`last page (${last}), ${status}`, orders, end))
  }
  const middle = pair(
    await middlePage(listOf('confirmed')),
    '/lean/page?status=confirmed&order=asc',
  )
  const others = await interleave(turns, middle)
  rows.push(...rowsOf('a page in the middle, confirmed', orders, others))
  const { orderIds } = await pageOf(listOf('shipped'))
  const lean = `/lean/history/${orderIds[0]}`
  const tracked = await interleave(turns, pair(`/api/orders/${orderIds[0]}/history`, lean))
  rows.push(...rowsOf('history, as customers see it', orders, tracked))
  const audited = await interleave(turns, pair(`/api/admin/orders/${orderIds[0]}/events`, lean))
  rows.push(...rowsOf('history, as auditors see it', orders, audited))
  return rows
}

/** How many clients call at once when calls per second are measured. */
const clients = 8

const rowsOf = (what: string, orders: number, samples: Record<keyof Ways, Sample>): Row[] => {
  const { ours, lean, oursFull, leanFull } = samples
  const row = { part: 'lean', orders }
  const floor = { what: 'the lean floor', sample: lean }
  const full = { what: 'the lean floor', sample: leanFull }
  const fast = { target: { atMost: 2.5 } }
  const many = { target: { atLeast: 0.4 } }
  return [
    timeRow({ ...row, ...fast, what }, ours, floor, 0.5),
    rateRow({ ...row, ...many, what: `… by ${clients} clients` }, oursFull, full),
    shareRow({ ...row, what: '… CPU a request', unit: 'ms' }, 'cpu', oursFull, full),
    shareRow({ ...row, what: '… bytes an answer', unit: 'bytes' }, 'bytes', ours, floor),
  ]
}
