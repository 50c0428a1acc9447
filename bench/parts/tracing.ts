import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { requestText } from '../measuring/http-connection.ts'
import { overHttp, percentile } from '../measuring/samples.ts'
import type { Row } from '../measuring/table.ts'
import { openShopProcess, type ShopProcess } from '../shop/open-shop-process.ts'
import { orderRequests } from './create.ts'
import { listOf } from './reading.ts'

type Options = { seconds: number; turns: number }
/** The CPU of one request in each turn, in milliseconds. */
type Shares = { off: number[]; on: number[] }

/** Medians of a small difference need more and shorter turns than other parts of the bench. */
const turnsPerTurn = 10
/** Clients that ask at once. */
const width = 4

/**
 * The processor time of a request in a shop that sends traces, compared with one that does not. The
 * two run side by side and are asked in turns.
 */
export const tracingPart = async (folder: string, options: Options): Promise<Row[]> => {
  const collector = await startCollector()
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = collector
  const open = (name: string, settings: Record<string, string> = {}) =>
    openShopProcess(path.join(folder, name), { settings })
  const off = await open('untraced')
  const on = await open('traced', { OTEL_EXPORTER_OTLP_ENDPOINT })
  try {
    const orders = async (shop: ShopProcess) => {
      const { catalogue } = await shop.call('catalogue')
      return orderRequests({ ...options, shop, catalogue, orders: 0 })
    }
    const create = { off: await orders(off), on: await orders(on) }
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
    ] as const)
      rows.push(rowOf(what, await inTurns({ off, on }, await requests(), options)))
    if (collector.requests() === 0) throw new Error('the traced shop sent no traces')
    return rows
  } finally {
    await off.stop()
    await on.stop()
    await collector.close()
  }
}

/**
 * What a shop does later of a turn, such as sending spans, counts too: its time is read at the
 * beginning of its turns. The first turn only warms up.
 */
const inTurns = async (
  shops: { off: ShopProcess; on: ShopProcess },
  requests: { off: () => string; on: () => string },
  { seconds, turns }: Options,
): Promise<Shares> => {
  const counted = turns * turnsPerTurn
  const load = { width, seconds: seconds / 4 }
  const shares: Shares = { off: [], on: [] }
  const last = { off: { cpu: 0, calls: 0 }, on: { cpu: 0, calls: 0 } }
  for (let turn = 0; turn <= counted + 1; turn++)
    for (const name of turn % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
      const shop = shops[name]
      const cpu = await shop.call('processorTime')
      if (turn > 1) shares[name].push((cpu - last[name].cpu) / last[name].calls)
      const { times } = await overHttp({ ...load, port: shop.ports.shop }, requests[name])
      await shop.caughtUp()
      last[name] = { cpu, calls: times.length }
    }
  return shares
}

const rowOf = (what: string, { off, on }: Shares): Row => {
  const median = (times: number[]) => percentile({ times }, 0.5)
  const [value, least] = [median(on), median(off)]
  return {
    ...{ part: 'tracing', what: `CPU of ${what}, traced`, orders: 0, value, unit: 'ms' },
    floor: { what: 'nothing traced', value: least },
    // Of each turn's pair: other load on the machine comes and goes with minutes.
    ratio: median(on.map((one, turn) => one / (off[turn] ?? Number.NaN))),
    target: { atMost: 1.05 },
  }
}

/** Takes spans, and keeps none. */
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
