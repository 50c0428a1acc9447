import { openConnection, requestText } from '../measuring/http-connection.ts'
import { overHttp, percentile } from '../measuring/samples.ts'
import { type Row, timeRow } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'
import { orderRequests } from './create.ts'

/**
 * How long after its answer an order appears in the list, while 32 clients create others. Another
 * client creates the order, and requests the list at that order's position. The floor is the same
 * list without a position.
 */
export const visiblePart = async (bench: BenchContext): Promise<Row[]> => {
  const { shop } = bench
  const request = await orderRequests(bench)
  const token = await shop.token()
  const path = '/api/admin/orders?sortField=createdat&sortOrder=desc'
  const rows: Row[] = []
  for (const width of [0, 32]) {
    const seconds = bench.seconds * bench.turns * 2
    const line = openConnection(shop.ports.shop)
    const visible: number[] = []
    const plain: number[] = []
    let stale = 0
    const probe = async () => {
      const until = performance.now() + seconds * 1000
      while (performance.now() < until) {
        const created = await line.send(request())
        const appended = performance.now()
        const position = /x-position: (\d+)/i.exec(created.head)?.[1] ?? ''
        const headers = { 'X-Min-Position': position }
        const listed = await line.send(requestText('GET', path, { token, headers }))
        const shown = performance.now()
        visible.push(shown - appended)
        if (/x-stale/i.test(listed.head)) stale++
        else if (width === 0 && !listed.body.includes(JSON.parse(created.body).orderId))
          throw new Error('the list of an order’s position lacks the order')
        await line.send(requestText('GET', path, { token }))
        plain.push(performance.now() - shown)
        // Waits, for the measurement at rest, until the previous batch and the projectors' pause
        // after it are over.
        if (width === 0) await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    const load = { port: shop.ports.shop, width, seconds }
    await Promise.all([probe(), ...(width > 0 ? [overHttp(load, request)] : [])])
    line.close()
    await shop.caughtUp()
    const under = width > 0 ? ', 32 clients creating' : ', at rest'
    rows.push(
      timeRow(
        { part: 'visible', what: `append to visible${under}`, orders: bench.orders },
        { times: visible, seconds },
        { what: 'the list as it is', sample: { times: plain, seconds } },
      ),
    )
    if (width > 0)
      rows.push({
        part: 'visible',
        what: 'p99 of it within 250 ms',
        orders: bench.orders,
        value: percentile({ times: visible }, 0.99),
        unit: 'ms',
        floor: {
          what: `a quarter of a second; ${stale} of ${visible.length} later than 2 s`,
          value: 250,
        },
        ratio: percentile({ times: visible }, 0.99) / 250,
        target: { atMost: 1 },
      })
  }
  return rows
}
