import { rm } from 'node:fs/promises'
import path from 'node:path'
import { median, overHttp } from '../measuring/samples.ts'
import type { Row } from '../measuring/table.ts'
import { openShopProcess, type ShopProcess } from '../shop/open-shop-process.ts'
import { inTurns, ordersOf, type TurnOptions } from './in-turns.ts'

const width = 16
/**
 * The CPU time of two processes with the same code differs by a few percent, and the process that
 * starts second differs by as much again. So there are several pairs; a single turn, as in a test,
 * is one pair.
 */
const pairsOf = ({ turns }: TurnOptions) => 3 * turns - 2

/**
 * The cost of the log proof: orders in a shop with MACs and a tree, compared with a shop without,
 * as the median of several pairs. Pairs of two shops without the proof show how much of a ratio is
 * luck.
 */
export const logProofPart = async (folder: string, options: TurnOptions): Promise<Row[]> => {
  const proved: Pair[] = []
  const neither: Pair[] = []
  for (let pair = 0; pair < pairsOf(options); pair++) {
    const order = pair % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)
    for (const [pairs, proveLog] of [
      [proved, true],
      [neither, false],
    ] as const)
      pairs.push(await newPair(path.join(folder, 'log-proof'), { ...options, order, proveLog }))
  }
  const cpu = (what: string, pairs: Pair[]) =>
    rowOf({ what: `CPU of an order, ${what}`, unit: 'ms', of: 'cpu' }, pairs)
  const rate = (what: string, pairs: Pair[]) =>
    rowOf({ what: `orders a second, ${what}`, unit: '/s', of: 'perSecond' }, pairs)
  return [
    { ...cpu('log proved', proved), target: { atMost: 1.05 } },
    cpu('without, twice', neither),
    { ...rate('log proved', proved), target: { atLeast: 0.97 } },
    rate('without, twice', neither),
  ]
}

type Shop = 'off' | 'on'
type Pairwise<T> = Record<Shop, T>
type Measured = Pairwise<number>
type Pair = { cpu: Measured; perSecond: Measured }
type PairOptions = TurnOptions & { order: readonly [Shop, Shop]; proveLog: boolean }

const newPair = async (folder: string, options: PairOptions): Promise<Pair> => {
  const open = (name: Shop) =>
    openShopProcess(path.join(folder, name), { proveLog: name === 'on' && options.proveLog })
  const [first, second] = options.order
  const shops = {
    [first]: await open(first),
    [second]: await open(second),
  } as Pairwise<ShopProcess>
  const { off, on } = shops
  try {
    const requests = { off: await ordersOf(off, options), on: await ordersOf(on, options) }
    const cpu = await cpuAtOnce(shops, requests, options)
    const load = { ...options, turns: 1, width: 2 * width, cpu: 'cpuOfAll' } as const
    const compared = await inTurns(shops, requests, load)
    const { off: without, on: proved } = compared
    return { cpu, perSecond: { off: median(without.perSecond), on: median(proved.perSecond) } }
  } finally {
    await off.stop()
    await on.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * CPU milliseconds per order while both shops are loaded at once, so that the host's other guests
 * slow both alike. Ratios vary half as much as with turns.
 */
const cpuAtOnce = async (
  shops: Pairwise<ShopProcess>,
  requests: Pairwise<() => string>,
  { seconds, order: names }: PairOptions,
): Promise<Measured> => {
  const load = async (times: number) => {
    const samples = names.map((name) =>
      overHttp({ port: shops[name].ports.shop, width, seconds: seconds * times }, requests[name]),
    )
    const orders = (await Promise.all(samples)).map((sample) => sample.times.length)
    for (const name of names) await shops[name].caughtUp()
    return orders
  }
  const used = () => Promise.all(names.map((name) => shops[name].call('cpuOfAll')))
  await load(2)
  const before = await used()
  const orders = await load(10)
  const after = await used()
  const cpuOf = (name: Shop) => {
    const shop = names.indexOf(name)
    return ((after[shop] ?? 0) - (before[shop] ?? 0)) / (orders[shop] ?? 0)
  }
  return { off: cpuOf('off'), on: cpuOf('on') }
}

const rowOf = (
  { what, unit, of }: { what: string; unit: string; of: keyof Pair },
  pairs: Pair[],
): Row => {
  const medianOf = (figure: (measured: Measured) => number) =>
    median(pairs.map((pair) => figure(pair[of])))
  const floor = { what: 'without MACs and tree', value: medianOf(({ off }) => off) }
  const [value, ratio] = [medianOf(({ on }) => on), medianOf(({ on, off }) => on / off)]
  return { part: 'log-proof', what, orders: 0, value, unit, floor, ratio }
}
