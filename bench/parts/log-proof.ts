import path from 'node:path'
import type { Row } from '../measuring/table.ts'
import { openShopProcess } from '../shop/open-shop-process.ts'
import { comparedRow, inTurns, ordersOf, type TurnOptions } from './in-turns.ts'

/**
 * What the proof of the log costs: orders of a shop whose events bear MACs and are kept in a tree, and of
 * one without. The two run side by side and are asked in turns.
 */
export const logProofPart = async (folder: string, options: TurnOptions): Promise<Row[]> => {
  const off = await openShopProcess(path.join(folder, 'unproved'), { proveLog: false })
  const on = await openShopProcess(path.join(folder, 'proved'))
  try {
    const requests = { off: await ordersOf(off), on: await ordersOf(on) }
    const load = { ...options, width: 32, cpu: 'cpuOfAll' } as const
    const compared = await inTurns({ off, on }, requests, load)
    const row = { part: 'log-proof', floor: 'without MACs and tree' }
    return [
      comparedRow(
        { ...row, what: 'CPU of an order, log proved', unit: 'ms', target: { atMost: 1.05 } },
        { off: compared.off.cpu, on: compared.on.cpu },
      ),
      comparedRow(
        { ...row, what: 'orders a second, log proved', unit: '/s', target: { atLeast: 0.97 } },
        { off: compared.off.perSecond, on: compared.on.perSecond },
      ),
    ]
  } finally {
    await off.stop()
    await on.stop()
  }
}
