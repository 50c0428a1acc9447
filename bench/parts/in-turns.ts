import { median, overHttp } from '../measuring/samples.ts'
import type { Row } from '../measuring/table.ts'
import type { ShopProcess } from '../shop/open-shop-process.ts'
import { orderRequests } from './create.ts'

export type TurnOptions = { seconds: number; turns: number }

/** What two shops, with and without a feature, used in each turn. */
export type Compared = Record<'off' | 'on', { cpu: number[]; perSecond: number[] }>

/** Filled-in forms for a shop that is still empty. */
export const ordersOf = async (shop: ShopProcess): Promise<() => string> => {
  const { catalogue } = await shop.call('catalogue')
  return orderRequests({ shop, catalogue })
}

/** Medians of a small difference need more and shorter turns than other parts of the benchmark. */
const turnsPerTurn = 10

/**
 * Loads two shops alternately and returns the milliseconds of CPU per request and the requests per
 * second. Work that a turn causes later, such as projections or sending spans, counts too: a shop's
 * CPU is read at the start of its next turn. The first turn only warms up.
 * @param width how many clients call at once
 */
export const inTurns = async (
  shops: Record<'off' | 'on', ShopProcess>,
  requests: Record<'off' | 'on', () => string>,
  options: TurnOptions & { width: number; cpu: 'processorTime' | 'cpuOfAll' },
): Promise<Compared> => {
  const { seconds, turns, width } = options
  const counted = turns * turnsPerTurn
  const compared: Compared = { off: { cpu: [], perSecond: [] }, on: { cpu: [], perSecond: [] } }
  const last = { off: { cpu: 0, calls: 0 }, on: { cpu: 0, calls: 0 } }
  for (let turn = 0; turn <= counted + 1; turn++)
    for (const name of turn % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
      const shop = shops[name]
      const cpu = await shop.call(options.cpu)
      if (turn > 1) compared[name].cpu.push((cpu - last[name].cpu) / last[name].calls)
      const load = { port: shop.ports.shop, width, seconds: seconds / 4 }
      const sample = await overHttp(load, requests[name])
      if (turn > 0) compared[name].perSecond.push(sample.times.length / sample.seconds)
      await shop.caughtUp()
      last[name] = { cpu, calls: sample.times.length }
    }
  return compared
}

/**
 * The ratio is computed for each pair of turns, because other load on the machine changes within
 * minutes.
 */
export const comparedRow = (
  row: Pick<Row, 'part' | 'what' | 'unit' | 'target'> & { floor: string },
  { off, on }: { off: number[]; on: number[] },
): Row => ({
  ...row,
  orders: 0,
  value: median(on),
  floor: { what: row.floor, value: median(off) },
  ratio: median(on.map((one, turn) => one / (off[turn] ?? Number.NaN))),
})
