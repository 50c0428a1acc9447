import { get } from 'node:http'
import { openConnection, requestText } from '../measuring/http-connection.ts'
import { percentile } from '../measuring/samples.ts'
import type { Row } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'

/** Calls `look` every `pause` milliseconds during `work`. */
const pollWhile = async <T>(work: Promise<T>, pause: number, look: () => Promise<unknown>) => {
  let working = true
  const looking = (async () => {
    while (working) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  })()
  try {
    return await work
  } finally {
    working = false
    await looking
  }
}

const megabytes = (bytes: number) => bytes / 1_000_000

/** Rebuilds the order projection while one client reads. The floor is `COPY` of its rows. */
export const rebuildPart = async ({ shop, orders }: BenchContext): Promise<Row[]> => {
  const token = await shop.token()
  const line = openConnection(shop.ports.shop)
  const pages: number[] = []
  const rebuilt = await pollWhile(shop.call('rebuild'), 50, async () => {
    const asked = performance.now()
    await line.send(requestText('GET', '/api/admin/orders', { token }))
    pages.push(performance.now() - asked)
  })
  line.close()
  const copied = await shop.call('copyTables')
  const row = { part: 'rebuild', orders }
  return [
    {
      ...row,
      what: 'the order projection rebuilt',
      unit: 'events/s',
      value: rebuilt.events / rebuilt.seconds,
      floor: { what: 'COPY of the same rows', value: rebuilt.events / copied },
      ratio: copied / rebuilt.seconds,
      target: { atLeast: 0.3 },
    },
    {
      ...row,
      what: 'first page during the rebuild',
      unit: 'ms',
      value: percentile({ times: pages }, 0.5),
      p50: percentile({ times: pages }, 0.5),
      p99: percentile({ times: pages }, 0.99),
      floor: { what: 'a second', value: 1_000 },
      ratio: percentile({ times: pages }, 0.99) / 1_000,
    },
    {
      ...row,
      what: 'memory of a rebuild',
      unit: 'MB',
      value: megabytes(rebuilt.memoryMost),
      floor: { what: 'a tenth of the way in', value: megabytes(rebuilt.memoryEarly) },
      ratio: rebuilt.memoryMost / rebuilt.memoryEarly,
      target: { atMost: 1.5 },
    },
  ]
}

type Download = { bytes: number; rows: number; firstByte: number; seconds: number }

const download = (port: number, token: string): Promise<Download> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const since = () => (performance.now() - started) / 1000
    const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' }
    const path = '/api/admin/download-orders'
    get({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      let bytes = 0
      let rows = -1
      let firstByte = 0
      answer.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByte = since()
        bytes += chunk.length
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
      })
      answer.once('end', () => resolve({ bytes, rows, firstByte, seconds: since() }))
      answer.once('error', reject)
    }).once('error', reject)
  })

/** Exports all confirmed orders as CSV. The floor is `COPY ... TO STDOUT` of the same cells. */
export const exportPart = async ({ shop, orders, turns }: BenchContext): Promise<Row[]> => {
  const token = await shop.token()
  await download(shop.ports.shop, token)
  const downloads: Download[] = []
  const copies: number[] = []
  const before = await shop.call('memory', { tidy: true })
  let most = before
  for (let turn = 0; turn < turns; turn++) {
    const under = download(shop.ports.shop, token)
    downloads.push(
      await pollWhile(under, 100, async () => {
        most = Math.max(most, await shop.call('memory', { tidy: false }))
      }),
    )
    copies.push(await shop.call('copyOut'))
  }
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
  const rows = sum(downloads.map((one) => one.rows))
  const seconds = sum(downloads.map((one) => one.seconds))
  const firstByte = Math.max(...downloads.map((one) => one.firstByte * 1000))
  const row = { part: 'export', orders }
  return [
    {
      ...row,
      what: 'confirmed orders as CSV',
      unit: 'rows/s',
      value: rows / seconds,
      floor: { what: 'COPY … TO STDOUT of the same cells', value: rows / sum(copies) },
      ratio: sum(copies) / seconds,
      target: { atLeast: 0.5 },
    },
    {
      ...row,
      what: 'its first byte',
      unit: 'ms',
      value: firstByte,
      floor: { what: 'half a second', value: 500 },
      ratio: firstByte / 500,
      target: { atMost: 1 },
    },
    {
      ...row,
      what: 'memory of the export',
      unit: 'MB',
      value: megabytes(most),
      floor: { what: 'before it', value: megabytes(before) },
      ratio: most / before,
      target: { atMost: 1.5 },
    },
  ]
}
