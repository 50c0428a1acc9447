import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Rejected } from '@strand/event-sourcing/errors'
import { expect, test } from 'vitest'
import { type Arrival, atMinimumRate } from './slow-body.ts'

const limits = { bytesPerSecond: 1000, windowSeconds: 0.05, totalSeconds: 60 }
const anyPlace: Arrival = {
  signal: new AbortController().signal,
  receive: () => {},
  ended: () => {},
}
const sizeOf = async (chunks: AsyncIterable<Buffer>) => {
  let size = 0
  for await (const chunk of chunks) size += chunk.length
  return size
}

test('a body that keeps up arrives completely', async () => {
  const content = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(1000)))
  expect(await sizeOf(atMinimumRate(content, limits, anyPlace))).toBe(100_000)
})

test('a sender that trickles or falls silent is too slow, and its stream stays open', async () => {
  const silent = new PassThrough()
  await expect(sizeOf(atMinimumRate(silent, limits, anyPlace))).rejects.toMatchObject({
    code: 'too-slow',
  })
  expect(silent.destroyed).toBe(false)
  const trickle = new PassThrough()
  const timer = setInterval(() => trickle.write('x'), 5)
  const reading = sizeOf(atMinimumRate(trickle, limits, anyPlace))
  await expect(reading).rejects.toMatchObject({ code: 'too-slow' })
  clearInterval(timer)
})

test('a body may take only so long, however fast it arrives', async () => {
  const endless = new Readable({
    read: () => void setImmediate(() => endless.push('x'.repeat(999))),
  })
  const reading = sizeOf(atMinimumRate(endless, { ...limits, totalSeconds: 0.1 }, anyPlace))
  await expect(reading).rejects.toMatchObject({ code: 'too-slow' })
})

test('a slow consumer does not count against the sender', async () => {
  const content = Readable.from(Array.from({ length: 6 }, () => Buffer.alloc(10)))
  let size = 0
  for await (const chunk of atMinimumRate(content, limits, anyPlace)) {
    size += chunk.length
    await sleep(40)
  }
  expect(size).toBe(60)
})

test('a body that breaks off is a refusal, not a fault', async () => {
  const content = new PassThrough()
  content.write('x')
  setImmediate(() => content.destroy(new Error('aborted')))
  await expect(sizeOf(atMinimumRate(content, limits, anyPlace))).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('a body whose place is needed ends immediately, even if nothing arrives', async () => {
  const place = new AbortController()
  const reading = sizeOf(
    atMinimumRate(new PassThrough(), limits, { ...anyPlace, signal: place.signal }),
  )
  setImmediate(() => place.abort(new Rejected('unavailable', 'others wait')))
  await expect(reading).rejects.toThrow('others wait')
})

test('each chunk is counted before it is passed on', async () => {
  const counted: number[] = []
  const receive = (bytes: number) => void counted.push(bytes)
  const { signal } = new AbortController()
  const chunks = [Buffer.alloc(3), Buffer.alloc(4)]
  for await (const chunk of atMinimumRate(Readable.from(chunks), limits, {
    ...anyPlace,
    signal,
    receive,
  }))
    expect(counted.at(-1)).toBe(chunk.length)
  expect(counted).toEqual([3, 4])
})

test('chunks that were passed on are not retained, however long the body takes', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const content = new PassThrough()
  const seen: WeakRef<Buffer>[] = []
  const { signal } = new AbortController()
  const body = atMinimumRate(content, limits, { ...anyPlace, signal })
  for (let sent = 0; sent < 20; sent++) {
    content.write(Buffer.alloc(64 * 1024))
    const { value } = await body.next()
    seen.push(new WeakRef(value))
  }
  for (let round = 0; round < 5; round++) {
    await sleep(1)
    collect()
  }
  // The last chunks may still be on the stack.
  expect(seen.filter((chunk) => chunk.deref()).length).toBeLessThan(3)
})
