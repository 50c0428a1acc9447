import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openConnection } from '../measuring/http-connection.ts'
import type { Row } from '../measuring/table.ts'
import { compileCache, openShopProcess } from '../shop/open-shop-process.ts'
import type { BenchContext } from './context.ts'
import { orderRequests } from './create.ts'

/** Milliseconds between orders during the verification: about 800,000 orders a day. */
const pause = 100

/**
 * Compares the time that `npm run verify` takes while orders arrive with the time of just reading
 * the log. Also compares the command's highest memory use with its memory use after a tenth of the
 * time: a ratio of 1 means that memory use is flat.
 *
 * @param folder the folder of a shop, which this function starts and stops
 */
export const verifyPart = async (
  folder: string,
  options: Omit<BenchContext, 'shop'>,
): Promise<Row[]> => {
  const shop = await openShopProcess(folder)
  try {
    const request = await orderRequests({ ...options, shop })
    let isDone = false
    const load = async () => {
      const line = openConnection(shop.ports.shop)
      let orders = 0
      for (; !isDone; orders++) {
        await line.send(request())
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
      line.close()
      return orders
    }
    const verified = verify(folder).finally(() => {
      isDone = true
    })
    const [result, loaded] = await Promise.allSettled([verified, load()])
    if (result.status === 'rejected') throw result.reason
    if (loaded.status === 'rejected') throw loaded.reason
    const [{ seconds, memory }, orders] = [result.value, loaded.value]
    await shop.caughtUp()
    const read = await shop.call('readLog')
    const row = { part: 'verify', orders: options.orders }
    const soon = memory[Math.floor(memory.length / 10)] ?? Number.NaN
    return [
      {
        ...row,
        what: `npm run verify, while ${orders.toLocaleString('en-US')} orders come`,
        value: seconds,
        unit: 's',
        floor: { what: 'reading every event, with nothing else to do', value: read.seconds },
        ratio: seconds / read.seconds,
      },
      {
        ...row,
        what: 'its memory at most',
        value: Math.max(...memory),
        unit: 'MB',
        floor: { what: 'after a tenth of its time', value: soon },
        ratio: Math.max(...memory) / soon,
      },
    ]
  } finally {
    await shop.stop()
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs the command; throws its output unless everything is intact. */
const verify = async (folder: string): Promise<{ seconds: number; memory: number[] }> => {
  const began = performance.now()
  const child = spawn(process.execPath, ['all-in-one/verify.ts'], {
    cwd: root,
    env: { ...compileCache, DATA_DIR: folder },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5_000)
    })
  const memory: number[] = []
  const look = setInterval(async () => {
    const megabytes = await memoryOf(child.pid ?? 0)
    if (megabytes > 0) memory.push(megabytes)
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(look)
  if (code !== 0) throw new Error(said)
  return { seconds: (performance.now() - began) / 1000, memory }
}

/** The memory of a process in MB; 0 if unavailable. */
const memoryOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
