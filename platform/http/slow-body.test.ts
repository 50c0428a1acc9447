import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openClientSemaphore } from './client-semaphore.ts'
import { atMinimumRate } from './slow-body.ts'

const limits = { bytesPerSecond: 1000, windowSeconds: 0.05, totalSeconds: 60 }
const sizeOf = async (chunks: AsyncIterable<Buffer>) => {
  let size = 0
  for await (const chunk of chunks) size += chunk.length
  return size
}

test('a body that keeps up comes through whole', async () => {
  const content = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(1000)))
  expect(await sizeOf(atMinimumRate(content, limits))).toBe(100_000)
})

test('a sender that trickles or falls silent is too slow, and its stream stays open', async () => {
  const silent = new PassThrough()
  await expect(sizeOf(atMinimumRate(silent, limits))).rejects.toMatchObject({ code: 'too-slow' })
  expect(silent.destroyed).toBe(false)
  const trickle = new PassThrough()
  const timer = setInterval(() => trickle.write('x'), 5)
  const reading = sizeOf(atMinimumRate(trickle, limits))
  await expect(reading).rejects.toMatchObject({ code: 'too-slow' })
  clearInterval(timer)
})

test('a body may take so long and no longer, however fast it comes', async () => {
  const endless = new Readable({
    read: () => void setImmediate(() => endless.push('x'.repeat(999))),
  })
  const reading = sizeOf(atMinimumRate(endless, { ...limits, totalSeconds: 0.1 }))
  await expect(reading).rejects.toMatchObject({ code: 'too-slow' })
})

test('a consumer that takes its time is not held against the sender', async () => {
  const content = Readable.from(Array.from({ length: 6 }, () => Buffer.alloc(10)))
  let size = 0
  for await (const chunk of atMinimumRate(content, limits)) {
    size += chunk.length
    await sleep(40)
  }
  expect(size).toBe(60)
})

test('a body that breaks off is a refusal, not a fault', async () => {
  const content = new PassThrough()
  content.write('x')
  setImmediate(() => content.destroy(new Error('aborted')))
  await expect(sizeOf(atMinimumRate(content, limits))).rejects.toMatchObject({ code: 'invalid' })
})

test('a client has its own places and no more, of those that all have together', () => {
  const places = openClientSemaphore({ atOnce: 2, perAddress: 1 })
  const first = places.acquire('2001:db8:1:2::5')
  // The same network, written differently; another network; and an IPv4 client, also as IPv6.
  expect(places.acquire('2001:0db8:0001:0002:ffff::1')).toBe('address')
  expect(places.acquire('2001:db8:1:3::5')).toBeTypeOf('function')
  expect(places.acquire('10.0.0.1')).toBe('all')
  if (typeof first !== 'function') throw new Error('no place')
  first()
  first()
  expect(places.acquire('::ffff:10.0.0.1')).toBeTypeOf('function')
  expect(places.acquire('10.0.0.1')).toBe('address')
  expect(places.acquire('10.0.0.2')).toBe('all')
})
