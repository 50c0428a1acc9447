import { randomUUID } from 'node:crypto'
import type { EventToAppend, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { random } from '@strand/platform/testing/random'
import { expect, test } from 'vitest'
import { leafOf } from './leaf.ts'
import { hasMac, signAppends, writerKeyOf } from './writer-mac.ts'

const key = writerKeyOf(Buffer.alloc(32, 1))
const event = (changes: Partial<EventToAppend> = {}): EventToAppend => ({
  id: randomUUID(),
  type: 'OrderApproved',
  data: { b: random(), a: ['é', null, { '\u0007': true }] },
  metadata: { at: '2026-03-01T09:00:00.000Z', actor: { kind: 'system', id: 'x' } },
  ...changes,
})

const written = async (given: EventToAppend): Promise<RecordedEvent> => {
  const store = memoryEventStore()
  await signAppends(store, key).append('order-1', [given], 'any')
  const [recorded] = await store.readStream('order-1')
  if (!recorded) throw new Error('nothing was written')
  return recorded
}

test('an appended event has a MAC that is invalid after any change', async () => {
  const recorded = await written(event())
  expect(hasMac(recorded, key)).toBe(true)
  expect(hasMac(recorded, writerKeyOf(Buffer.alloc(32, 2)))).toBe(false)
  const { mac, ...metadata } = recorded.metadata
  const changes: Partial<RecordedEvent>[] = [
    { stream: 'order-2' },
    { id: randomUUID() },
    { type: 'OrderErased' },
    { data: { ...recorded.data, b: 2 } },
    { data: {} },
    { metadata: { ...recorded.metadata, at: '2026-03-01T09:00:00.001Z' } },
    { metadata },
    { metadata: { ...metadata, mac: 7 } },
    { metadata: { ...metadata, mac: '' } },
    { metadata: { ...metadata, mac: String(mac).slice(0, 40) } },
  ]
  for (const change of changes) expect(hasMac({ ...recorded, ...change }, key)).toBe(false)
  // The MAC covers neither the revision, which the tree protects, nor the order of members.
  const { b, a } = recorded.data as { a: []; b: number }
  expect(hasMac({ ...recorded, revision: 9, data: { a, b } }, key)).toBe(true)
})

test('the leaf covers the MAC; neither leaf nor MAC covers an adapter’s additions', async () => {
  const recorded = await written(event({ metadata: { at: 'now', mac: 'of somebody' } }))
  const { mac: _, ...without } = recorded.metadata
  expect(leafOf({ ...recorded, metadata: without }, 0)).not.toBe(leafOf(recorded, 0))
  const added = { ...recorded, metadata: { ...recorded.metadata, _attempt: 'one' } }
  expect(hasMac(added, key)).toBe(true)
  expect(leafOf(added, 0)).toBe(leafOf(recorded, 0))
})

test('ids in capital letters get the MAC for their stored form', async () => {
  expect(hasMac(await written(event({ id: randomUUID().toUpperCase() })), key)).toBe(true)
})

test('data that cannot be stored is refused in the same way as without MACs', async () => {
  for (const data of [{ text: '\ud800' }, { n: Number.NaN }, { when: new Date() as never }]) {
    const error = await memoryEventStore()
      .append('order-1', [event({ data })], 'any')
      .catch((one: unknown) => one)
    expect(error).toBeInstanceOf(Error)
    await expect(written(event({ data }))).rejects.toEqual(error)
  }
})
