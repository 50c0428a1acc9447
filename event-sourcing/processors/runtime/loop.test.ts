import { expect, test } from 'vitest'
import { openLoop } from './loop.ts'

const setup = () => {
  const stopping = new AbortController()
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  return { stopping, lose, loop: openLoop({ lost, signal: stopping.signal }) }
}

test('a stop lets current work finish, and drops work that has not begun', async () => {
  const { stopping, loop } = setup()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  void loop.run(async () => {
    await gate.promise
    done.push('first')
  })
  void loop.run(async () => {
    done.push('second')
  })
  stopping.abort()
  gate.resolve()
  await loop.ended()
  expect(done).toEqual(['first'])
})

test('work that fails ends the lease with its error, and no work follows', async () => {
  const { loop } = setup()
  await loop.run(() => Promise.reject(new Error('no')))
  const done: string[] = []
  await loop.run(async () => {
    done.push('later')
  })
  await expect(loop.ended()).rejects.toThrow('no')
  expect(done).toEqual([])
})

test('a lost connection ends the lease, and the process survives before anybody awaits the end', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const { lose, loop } = setup()
  lose(new Error('lost'))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(loop.isOver()).toBe(true)
  expect(unhandled).toEqual([])
  await expect(loop.ended()).rejects.toThrow('lost')
})
