import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import type { SampleCatalogue } from '@strand/all-in-one/demo/orders'
import type { OrderStatus } from '@strand/contracts/order/status'
import { growthOf } from './measuring/growth.ts'
import { openConnection, requestText } from './measuring/http-connection.ts'
import { type Row, tableOf } from './measuring/table.ts'
import type { BenchContext } from './parts/context.ts'
import { createPart } from './parts/create.ts'
import { exportPart, rebuildPart } from './parts/export-and-rebuild.ts'
import { leanPart } from './parts/lean.ts'
import { logProofPart } from './parts/log-proof.ts'
import { proofsPart } from './parts/proofs.ts'
import { countsPart, pagesPart, searchPart } from './parts/reads.ts'
import { reportsPart } from './parts/reports.ts'
import { startPart } from './parts/start.ts'
import { tracingPart } from './parts/tracing.ts'
import { uploadPart } from './parts/upload.ts'
import { verifyPart } from './parts/verify.ts'
import { visiblePart } from './parts/visible.ts'
import { openShopProcess, type ShopProcess } from './shop/open-shop-process.ts'

type Options = {
  /**
   * Numbers of orders, ascending: reads that may grow are measured at each number, everything else
   * at the last.
   */
  sizes: number[]
  only: string[] | undefined
  /** A data folder to keep and reuse. Default: a temporary folder, which is deleted at the end. */
  folder: string | undefined
  profile: string | undefined
  seconds: number
  turns: number
  /** How many proofs wait to be read during the measurement of the form. */
  waitingProofs: number
  say: (text: string) => void
}

/** Parts that show how reads grow with the number of orders. */
const atEachSize: Record<string, (bench: BenchContext) => Promise<Row[]>> = {
  pages: pagesPart(['pending', 'confirmed', 'archived']),
  counts: countsPart,
  search: searchPart,
}
/** Parts that do not change the number of orders come first. */
const atLastSize: typeof atEachSize = {
  lean: leanPart,
  reports: reportsPart,
  export: exportPart,
  rebuild: rebuildPart,
  create: createPart,
  visible: visiblePart,
  upload: uploadPart,
}
const startingIt = ['start', 'verify', 'proofs', 'tracing', 'log-proof']
export const partNames = [...Object.keys(atEachSize), ...Object.keys(atLastSize), ...startingIt]

export const runBench = async (options: Options): Promise<{ about: string[]; rows: Row[] }> => {
  const { only, say, seconds, turns } = options
  const unknown = only?.filter((name) => !partNames.includes(name)) ?? []
  if (unknown.length > 0) throw new Error(`--only takes ${partNames.join(', ')}`)
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'strand-bench-')))
  await mkdir(folder, { recursive: true })
  // Postgres may run as another user, who needs access to its folder.
  await chmod(folder, 0o755)
  const shop = await openShopProcess(path.join(folder, 'shop'), options)
  const rows: Row[] = []
  const run = async (parts: typeof atEachSize, bench: BenchContext) => {
    for (const [name, part] of Object.entries(parts)) {
      if (only && !only.includes(name)) continue
      say(`${name} at ${bench.orders.toLocaleString('en-US')} orders`)
      const measured = await part(bench)
      say(tableOf(measured))
      rows.push(...measured)
    }
  }
  try {
    const about = machine(await shop.call('versions'))
    const stock = await openStock(folder, shop)
    for (const [index, size] of options.sizes.entries()) {
      if (size < stock.orders) continue
      await fill(shop, stock, size, say)
      const bench = { shop, catalogue: stock.catalogue, orders: size, seconds, turns }
      await run(atEachSize, bench)
      if (index === options.sizes.length - 1) await run(atLastSize, bench)
    }
    rows.push(...growthOf(rows))
    const starting = startingIt.filter((name) => !only || only.includes(name))
    if (starting.length > 0) {
      say(starting.join(' and '))
      await shop.stop()
      if (starting.includes('start')) rows.push(...(await startPart(folder, options)))
      const bench = { ...stock, seconds, turns }
      if (starting.includes('verify'))
        rows.push(...(await verifyPart(path.join(folder, 'shop'), bench)))
      if (starting.includes('proofs')) {
        const { waitingProofs } = options
        rows.push(...(await proofsPart(path.join(folder, 'shop'), { ...bench, waitingProofs })))
      }
      if (starting.includes('tracing')) rows.push(...(await tracingPart(folder, options)))
      if (starting.includes('log-proof')) rows.push(...(await logProofPart(folder, options)))
    }
    return { about, rows }
  } finally {
    await shop.stop()
    if (!options.folder) await rm(folder, { recursive: true, force: true })
  }
}

type Stock = { file: string; orders: number; catalogue: SampleCatalogue; staffId: string }

/**
 * The shop's catalogue and number of orders: from a file if the data folder was kept, otherwise
 * newly created.
 */
const openStock = async (folder: string, shop: ShopProcess): Promise<Stock> => {
  const file = path.join(folder, 'stock.json')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return { ...JSON.parse(kept), file }
  const stock = { ...(await shop.call('catalogue')), orders: 0 }
  await writeFile(file, JSON.stringify(stock))
  return { ...stock, file }
}

/** Fills the shop up to `size` orders through its event log, and checks the tabs' counts. */
const fill = async (
  shop: ShopProcess,
  stock: Stock,
  size: number,
  say: (text: string) => void,
): Promise<void> => {
  const count = size - stock.orders
  if (count <= 0) return
  const before = await countsOf(shop)
  const { catalogue, staffId } = stock
  const seeded = await shop.call('seed', { catalogue, staffId, count, seed: size })
  const rate = Math.round(seeded.events / seeded.seconds).toLocaleString('en-US')
  say(`${count.toLocaleString('en-US')} orders appended, ${rate} events/s; projections follow`)
  const began = performance.now()
  await shop.caughtUp()
  say(`they took ${Math.round((performance.now() - began) / 1000)} s more`)
  const after = await countsOf(shop)
  for (const [status, expected] of Object.entries(seeded.counts)) {
    const counted = after[status as OrderStatus] - before[status as OrderStatus]
    if (counted !== expected)
      throw new Error(`${counted} orders count as ${status}, and ${expected} are`)
  }
  stock.orders = size
  await writeFile(stock.file, JSON.stringify(stock))
}

const countsOf = async (shop: ShopProcess): Promise<Record<OrderStatus, number>> => {
  const line = openConnection(shop.ports.shop)
  const token = await shop.token()
  const { body } = await line.send(requestText('GET', '/api/admin/orders/counts', { token }))
  line.close()
  return JSON.parse(body).result
}

const machine = (postgres: string[]): string[] => {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return [
    `Machine: ${cpus().length} × ${first?.model.trim()}, ${memory} GB, ${process.platform} ${release()}`,
    `Node ${process.versions.node}; Postgres ${postgres.join(', ')}`,
    'Shop: all in one process as npm start runs it, rate limits off; the client has a process of its own',
  ]
}
