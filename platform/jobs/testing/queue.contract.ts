import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import { type Log, silentLog } from '@strand/event-sourcing/log'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { fastestOf } from '../../testing/fastest-of.ts'
import { limit } from '../../testing/limits.ts'
import { startProxy } from '../../testing/proxy.ts'
import { openQueue } from '../queue.ts'

/** A delay with jitter can have a fraction of a millisecond. */
const soon = () => 20.25

/**
 * The contract of every queue.
 *
 * @param freshUrl returns the URL of an empty queue for one test
 */
export const queueContract = (freshUrl: () => Promise<string>) => {
  const open = async (url: string, log: Log = silentLog) => {
    const queue = await openQueue(url, { log })
    onTestFinished(() => queue.close())
    return queue
  }
  const start = async () => open(await freshUrl())

  test('every job reaches the handler with its data and id', async () => {
    const queue = await start()
    const seen = new Map<string, JsonObject>()
    await queue.add(
      'mail',
      Array.from({ length: 50 }, (_, index) => ({ id: `mail-${index}`, data: { index } })),
    )
    queue.work('mail', async (data, { id }) => void seen.set(id, data), { concurrency: 5 })
    await eventually(() => seen.size, 50)
    expect(seen.get('mail-49')).toEqual({ index: 49 })
  })

  test('a job whose id is still in the queue is not added again, but can be once that job is done', async () => {
    const queue = await start()
    let done = 0
    await queue.add('mail', [{ id: 'one', data: {} }])
    await queue.add('mail', [{ id: 'one', data: {} }])
    const worker = queue.work('mail', async () => void done++)
    await eventually(() => done, 1)
    await worker.stop()
    await queue.add('mail', [
      { id: 'one', data: {} },
      { id: 'two', data: {} },
    ])
    queue.work('mail', async () => void done++)
    await eventually(() => done, 3)
  })

  test('a failed job is retried, and others do not wait for it', async () => {
    const queue = await start()
    const attempts: number[] = []
    let others = 0
    await queue.add('mail', [
      { id: 'bad', data: { bad: true } },
      { id: 'good', data: { bad: false } },
    ])
    queue.work(
      'mail',
      async ({ bad }, { attempt }) => {
        if (!bad) return void others++
        attempts.push(attempt)
        if (attempt < 14) throw new Error('not yet')
      },
      { retryDelay: soon },
    )
    await eventually(() => ({ attempts: attempts.length, others }), { attempts: 14, others: 1 })
    expect(attempts).toEqual(Array.from({ length: 14 }, (_, index) => index + 1))
  })

  test('urgent jobs overtake others, and waiting retries can be run now', async () => {
    const queue = await start()
    await queue.add('mail', [
      { id: 'a', data: {} },
      { id: 'b', data: {} },
      { id: 'c', data: {}, urgent: true },
    ])
    const done: string[] = []
    let failures = 0
    queue.work(
      'mail',
      async (_, { id }) => {
        if (id === 'b' && failures++ === 0) throw new Error('not now')
        done.push(id)
      },
      { retryDelay: () => 3_600_000 },
    )
    await eventually(
      () => failures + done.length,
      (seen) => seen === 3,
    )
    expect(done).toEqual(['c', 'a'])
    await eventually(
      async () => {
        await queue.retryNow('mail')
        return done
      },
      (all) => all.length === 3,
    )
    expect(done).toEqual(['c', 'a', 'b'])
  })

  test('as many jobs run concurrently as configured', async () => {
    const queue = await start()
    let running = 0
    let most = 0
    let done = 0
    const three = Promise.withResolvers<void>()
    queue.work(
      'mail',
      async () => {
        most = Math.max(most, ++running)
        if (running === 3) three.resolve()
        await three.promise
        // Long enough for a fourth job to start.
        await new Promise((resolve) => setTimeout(resolve, 30))
        running--
        done++
      },
      { concurrency: 3 },
    )
    await queue.add(
      'mail',
      Array.from({ length: 12 }, (_, index) => ({ id: `j${index}`, data: {} })),
    )
    await eventually(() => done, 12)
    expect(most).toBe(3)
  })

  test('a job whose process is killed goes to another process, even twice', async () => {
    const url = await freshUrl()
    const queue = await open(url)
    await queue.add('mail', [{ id: 'one', data: { order: 'x' } }])
    for (let kill = 0; kill < 2; kill++) {
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL('./hanging-worker-process.ts', import.meta.url)), url],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      await once(child.stdout, 'data')
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const seen: JsonObject[] = []
    queue.work('mail', async (data) => void seen.push(data), { lockMs: 1_000 })
    await eventually(() => seen.length, 1)
    expect(seen).toEqual([{ order: 'x' }])
  })

  test('an unavailable queue refuses immediately, and jobs run again when it is back', async () => {
    const proxy = await startProxy(await freshUrl())
    const lines: unknown[] = []
    const log = { warn: (line: unknown) => lines.push(line) } as unknown as Log
    const queue = await open(proxy.url, log)
    const seen: string[] = []
    queue.work('mail', async (_, { id }) => void seen.push(id))
    await queue.add('mail', [{ id: 'before', data: {} }])
    await eventually(() => seen.length, 1)
    await proxy.away()
    await expect(queue.add('mail', [{ id: 'lost', data: {} }])).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(queue.health()).rejects.toMatchObject({ code: 'unavailable' })
    await proxy.back()
    await eventually(() => queue.health(), undefined)
    await queue.add('mail', [{ id: 'after', data: {} }])
    await eventually(
      () => seen,
      (value) => value.includes('after'),
    )
    expect(lines.length).toBeLessThan(5)
  })

  test('a worker that starts while the queue is unavailable begins working when the queue is back', async () => {
    const proxy = await startProxy(await freshUrl())
    const queue = await open(proxy.url)
    await proxy.away()
    let done = 0
    queue.work('mail', async () => void done++)
    await expect(queue.add('mail', [{ id: 'lost', data: {} }])).rejects.toMatchObject({
      code: 'unavailable',
    })
    await proxy.back()
    await eventually(() => queue.add('mail', [{ id: 'one', data: {} }]), undefined)
    await eventually(
      () => done,
      (value) => value >= 1,
    )
  })

  test('a queue that falls silent is reported within 2 seconds, and closes', async () => {
    const proxy = await startProxy(await freshUrl())
    const queue = await open(proxy.url)
    queue.work('mail', async () => {})
    await queue.health()
    proxy.fallSilent()
    const health = () => expect(queue.health()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await fastestOf(2, health)).toBeLessThan(limit(2_500))
    // Closing works although the queue never answers.
    await queue.close()
  })

  test('closing does not wait for a job that hangs; another process gets it', async () => {
    const url = await freshUrl()
    const queue = await open(url)
    await queue.add('mail', [{ id: 'one', data: {} }])
    let hanging = false
    const hang = () => {
      hanging = true
      return new Promise<void>(() => {})
    }
    queue.work('mail', hang, { lockMs: 1_000 })
    await eventually(() => hanging)
    await queue.close()
    const other = await open(url)
    let done = 0
    other.work('mail', async () => void done++, { lockMs: 1_000 })
    await eventually(() => done, 1)
  })

  test('an id with a colon is refused', async () => {
    const queue = await start()
    await expect(queue.add('mail', [{ id: 'a:b', data: {} }])).rejects.toThrow()
  })
}
