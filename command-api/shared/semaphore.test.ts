import { expect, test } from 'vitest'
import { openSemaphore } from './semaphore.ts'

test('no more than so many work at a time, in the order in which they came', async () => {
  const semaphore = openSemaphore({ atOnce: 2, queue: 10 })
  let running = 0
  let most = 0
  const finished: number[] = []
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      semaphore(async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        finished.push(index)
      }),
    ),
  )
  expect(most).toBe(2)
  expect(finished).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('beyond the queue it refuses at once, and a failure frees its place', async () => {
  const semaphore = openSemaphore({ atOnce: 1, queue: 1 })
  const failing = semaphore(() => Promise.reject(new Error('no')))
  const waiting = semaphore(async () => 'done')
  await expect(semaphore(async () => 'late')).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 2,
  })
  await expect(failing).rejects.toThrow('no')
  expect(await waiting).toBe('done')
  expect(await semaphore(async () => 'again')).toBe('again')
})
