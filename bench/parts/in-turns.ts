import { median, overHttp } from '../measuring/samples.ts'
import type { Row } from '../measuring/table.ts'
import type { ShopProcess } from '../shop/open-shop-process.ts'
import { orderRequests } from './create.ts'

export type TurnOptions = { seconds: number; turns: number }

/** The CPU time and the rate of each turn, for two shops with and without a feature. */
export type Compared = Record<'off' | 'on', { cpu: number[]; perSecond: number[] }>

export const ordersOf = async (
  shop: ShopProcess,
  { seconds }: TurnOptions,
): Promise<() => string> => {
  const { catalogue } = await shop.call('catalogue')
  return orderRequests({ shop, catalogue, seconds })
}

/**
 * How many turns here replace one turn of another part: a small difference needs more and shorter
 * turns.
 */
const turnsPerTurn = 10

/**
 * Loads two shops in turns. Returns the CPU milliseconds per request and the requests per second.
 * Later work of a turn, such as projections or sending spans, counts, too, because a shop's CPU is
 * read at the start of its next turn. The first turn only warms up.
 *
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

/** A ratio for each pair of turns, because other load on the machine changes within minutes. */
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
