import { expect, test } from 'vitest'
import { openKeyedMutex, openMutex } from './mutex.ts'

const gated = (log: string[], name: string) => {
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    log.push(`${name} begins`)
    await gate.promise
    log.push(`${name} ends`)
    return name
  }
  return { ...gate, work }
}

test('work runs one at a time, in order of arrival, each with its own result', async () => {
  const log: string[] = []
  const mutex = openMutex()
  const [a, b] = [gated(log, 'a'), gated(log, 'b')]
  const results = Promise.all([mutex.runExclusive(a.work), mutex.runExclusive(b.work)])
  b.resolve()
  expect(log).toEqual(['a begins'])
  a.resolve()
  expect(await results).toEqual(['a', 'b'])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('work that fails does not stop the work behind it', async () => {
  const mutex = openMutex()
  const failing = mutex.runExclusive(() => Promise.reject(new Error('no')))
  const next = mutex.runExclusive(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('a mutex is idle once all work is done, even work that failed', async () => {
  const log: string[] = []
  const mutex = openMutex()
  const a = gated(log, 'a')
  const running = mutex.runExclusive(a.work)
  const failing = mutex.runExclusive(() => Promise.reject(new Error('no')))
  const idle = mutex.idle().then(() => log.push('idle'))
  a.resolve()
  await expect(failing).rejects.toThrow('no')
  await Promise.all([running, idle])
  expect(log).toEqual(['a begins', 'a ends', 'idle'])
  expect(mutex.isIdle()).toBe(true)
})

test('work on the same key waits, and work on different keys does not', async () => {
  const log: string[] = []
  const mutex = openKeyedMutex()
  const [a, b, c] = [gated(log, 'a'), gated(log, 'b'), gated(log, 'c')]
  const all = [
    mutex.runExclusive('one', a.work),
    mutex.runExclusive('other', b.work),
    mutex.runExclusive('one', c.work),
  ]
  expect(log).toEqual(['a begins', 'b begins'])
  for (const { resolve } of [a, b, c]) resolve()
  const idle = mutex.idle().then(() => log.push('idle'))
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  await idle
  expect(log.indexOf('c begins')).toBeGreaterThan(log.indexOf('a ends'))
  expect(log.at(-1)).toBe('idle')
})
