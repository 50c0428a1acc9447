import path from 'node:path'
import { median } from '../measuring/samples.ts'
import type { Row } from '../measuring/table.ts'
import { openShopProcess } from '../shop/open-shop-process.ts'

/** The time from process start to listening, with this run's orders in the log and with none. */
export const startPart = async (
  folder: string,
  { sizes, turns }: { sizes: number[]; turns: number },
): Promise<Row[]> => {
  const times = { shop: [] as number[], empty: [] as number[] }
  for (let turn = 0; turn <= turns; turn++)
    for (const name of ['shop', 'empty'] as const) {
      const shop = await openShopProcess(path.join(folder, name))
      await shop.caughtUp()
      if (turn > 0) times[name].push(shop.startSeconds * 1000)
      await shop.stop()
    }
  const full = median(times.shop)
  const empty = median(times.empty)
  return [
    {
      part: 'start',
      what: 'start of the shop',
      orders: sizes.at(-1) ?? 0,
      value: full,
      unit: 'ms',
      floor: { what: 'with an empty log', value: empty },
      ratio: full / empty,
      target: { atMost: 1.5 },
    },
  ]
}
