import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '@strand/platform/postgres/embedded'
import { eventually } from '@strand/platform/testing/eventually'
import { limit } from '@strand/platform/testing/limits'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { startShopProcess, temporaryFolder } from '../testing/shop-process.ts'
import { type HostileBody, hostileBodies, postHostileBody } from './hostile-bodies.ts'

// The usual number is two of each kind.
const hostile = repetitions({ usual: 22, long: 100 })
/**
 * The limits: how many milliseconds a task may block the event loop, and by how many megabytes the
 * process may grow. Of the 6,500 MB that 100 senders send and the shop drops, 160 to 210 MB are in
 * memory at the peak. Request times are reported but not checked, because the attackers share the
 * machine.
 */
const maxStall = 250
const growth = 300

/** Megabytes according to Linux: `VmRSS` is the current size, `VmHWM` the peak. */
const memory = async (pid: number, kind: 'VmRSS' | 'VmHWM') => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${kind}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

test(`${hostile} hostile bodies of 50 to 80 MB neither stop the shop nor hold others up`, async () => {
  const folder = await temporaryFolder()
  const port = await freePort()
  const stallFile = path.join(folder, 'stall')
  const stalls = new URL('./event-loop-stalls.ts', import.meta.url)
  stalls.searchParams.set('file', stallFile)
  const shop = startShopProcess({
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(port),
    NODE_OPTIONS: `--import=${stalls.href}`,
  })
  const address = await shop.open()
  const pid = await shop.shopPid()
  /** The longest stall of the shop's event loop since the last call, in milliseconds. */
  const stalled = async () => {
    const before = await readFile(stallFile, 'utf8').catch(() => '')
    process.kill(pid, 'SIGUSR2')
    const now = await eventually(
      () => readFile(stallFile, 'utf8'),
      (text) => text !== '' && text !== before,
    )
    return Number(now)
  }

  const waits: number[] = []
  const ask = async () => {
    const asked = performance.now()
    const { status } = await fetch(`${address}/api/delivery-location`)
    waits.push(performance.now() - asked)
    expect(status).toBe(200)
  }
  const askUntil = async (ended: () => boolean) => {
    while (!ended()) {
      await ask()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return Math.max(...waits.splice(0))
  }
  let asked = 0
  await askUntil(() => asked++ >= 50)
  await stalled()
  asked = 0
  const waitAlone = await askUntil(() => asked++ >= 100)
  const stallAlone = await stalled()
  const before = await memory(pid, 'VmRSS')

  const giveUp = new AbortController()
  let left = hostile
  /**
   * Each attack comes from another network. A 503 is repeated, so that every kind of body gets a
   * place.
   */
  const attack = async (body: HostileBody, from: string) => {
    const target = { port, path: '/api/create-order', from, signal: giveUp.signal }
    for (;;) {
      const status = await postHostileBody(body, target)
      if (status === 503 && !giveUp.signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, 200))
        continue
      }
      left -= 1
      return { name: body.name, status }
    }
  }
  // The fast senders go first, because the slow ones keep their places until the shop disconnects
  // them.
  const bodies = hostileBodies(hostile)
  const isSlow = ({ pauseMs }: HostileBody) => pauseMs !== undefined
  const slow = bodies.filter(isSlow)
  const attacks = bodies
    .filter((body) => !isSlow(body))
    .map((body, index) => attack(body, `127.1.${index + 1}.1`))
  const started = performance.now()
  const fastWait = await askUntil(() => left <= slow.length || performance.now() - started > 12_000)
  attacks.push(...slow.map((body, index) => attack(body, `127.2.${index + 1}.1`)))
  const slowFrom = performance.now()
  const wait = Math.max(fastWait, await askUntil(() => performance.now() - slowFrom > 3_000))
  giveUp.abort()
  const answers = await Promise.all(attacks)
  const stall = await stalled()
  const grown = (await memory(pid, 'VmHWM')) - before

  const counts = Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
  process.stdout.write(
    [
      `  ${hostile} hostile bodies: ${counts.map(([status, all]) => `${all?.length} × ${status}`).join(', ')}`,
      `  an ordinary request waited at most ${wait.toFixed()} ms (${waitAlone.toFixed()} ms alone)`,
      `  the shop was held up at most ${stall.toFixed()} ms (${stallAlone.toFixed()} ms alone)`,
      `  and grew by ${grown.toFixed()} MB from ${before.toFixed()} MB\n`,
    ].join('\n'),
  )
  expect(
    answers.filter(({ status }) => status !== null && (status < 400 || status === 500)),
  ).toEqual([])
  expect(await shop.shopPid()).toBe(pid)
  expect(grown).toBeLessThan(growth)
  expect(stall).toBeLessThan(limit(maxStall))
  await ask()
})
