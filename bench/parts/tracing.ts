import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { requestText } from '../measuring/http-connection.ts'
import type { Row } from '../measuring/table.ts'
import { openShopProcess } from '../shop/open-shop-process.ts'
import { comparedRow, inTurns, ordersOf, type TurnOptions } from './in-turns.ts'
import { listOf } from './reading.ts'

const width = 4

/**
 * The CPU time of a request in a shop that sends traces, compared with a shop that does not. Both
 * run at the same time, and are loaded in turns.
 */
export const tracingPart = async (folder: string, options: TurnOptions): Promise<Row[]> => {
  const collector = await startCollector()
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = collector
  const open = (name: string, settings: Record<string, string> = {}) =>
    openShopProcess(path.join(folder, name), { settings })
  const off = await open('untraced')
  const on = await open('traced', { OTEL_EXPORTER_OTLP_ENDPOINT })
  try {
    const create = { off: await ordersOf(off, options), on: await ordersOf(on, options) }
    const get = async (url: string) => {
      const token = { off: await off.token(), on: await on.token() }
      return {
        off: () => requestText('GET', url, { token: token.off }),
        on: () => requestText('GET', url, { token: token.on }),
      }
    }
    const rows: Row[] = []
    for (const [what, requests] of [
      ['the products', () => get('/api/products')],
      ['a page of orders', () => get(listOf('pending'))],
      ['an order, with its projections and mails', async () => create],
    ] as const) {
      const load = { ...options, width, cpu: 'processorTime' } as const
      const compared = await inTurns({ off, on }, await requests(), load)
      const row = { part: 'tracing', what: `CPU of ${what}, traced`, unit: 'ms' }
      rows.push(
        comparedRow(
          { ...row, target: { atMost: 1.05 }, floor: 'nothing traced' },
          { off: compared.off.cpu, on: compared.on.cpu },
        ),
      )
    }
    if (collector.requests() === 0) throw new Error('the traced shop sent no traces')
    return rows
  } finally {
    await off.stop()
    await on.stop()
    await collector.close()
  }
}

const startCollector = async () => {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    request.resume()
    request.once('end', () => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
