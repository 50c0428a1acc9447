import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { leafHashOf, leafOf } from './leaf.ts'

const event = {
  stream: 'order-7K3Q-ZM9X-WD4T',
  revision: 1,
  id: '00000000-0000-4000-8000-000000000001',
  type: 'OrderApproved',
  data: { total: 72_000, orderId: '7K3Q-ZM9X-WD4T' },
  metadata: { at: '2026-03-01T09:00:00.000Z', _attempt: 'of an adapter' },
}
const hex = (text: string) => createHash('sha256').update(text).digest('hex')

test('a leaf names the event and hashes its contents, its stream and its metadata', () => {
  expect(leafOf(event, 7)).toBe(
    `{"data":"${hex('{"orderId":"7K3Q-ZM9X-WD4T","total":72000}')}",` +
      '"id":"00000000-0000-4000-8000-000000000001","index":7,' +
      `"metadata":"${hex('{"at":"2026-03-01T09:00:00.000Z"}')}","revision":1,` +
      `"stream":"${hex('order-7K3Q-ZM9X-WD4T')}","type":"OrderApproved","v":1}`,
  )
  expect(leafHashOf(event, 7).toString('hex')).toBe(hex(`\0${leafOf(event, 7)}`))
})

test('a traced event is hashed with its traceparent, and older events keep their leaves', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const traced = { ...event, metadata: { ...event.metadata, traceparent } }
  const metadata = `{"at":"2026-03-01T09:00:00.000Z","traceparent":"${traceparent}"}`
  expect(JSON.parse(leafOf(traced, 7)).metadata).toBe(hex(metadata))
  const { metadata: _, ...rest } = JSON.parse(leafOf(event, 7))
  expect(JSON.parse(leafOf(traced, 7))).toMatchObject(rest)
})
