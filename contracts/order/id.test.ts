import { expect, test } from 'vitest'
import { normalizeOrderId, orderIdFromBytes } from './id.ts'

test('an id has three groups of four characters', () => {
  expect(orderIdFromBytes(new Uint8Array(8))).toBe('0000-0000-0000')
  expect(orderIdFromBytes(new Uint8Array([0x0f, 255, 255, 255, 255, 255, 255, 255]))).toBe(
    'ZZZZ-ZZZZ-ZZZZ',
  )
})

test('a typed id is forgiven its case, spaces, dashes, look-alikes and a #', () => {
  expect(normalizeOrderId(' 7k3q zm9x–wd4t ')).toBe('7K3Q-ZM9X-WD4T')
  expect(normalizeOrderId('# 7K3Q-ZM9X-WD4T')).toBe('7K3Q-ZM9X-WD4T')
  expect(normalizeOrderId('oil0-0000-0000')).toBe('0110-0000-0000')
})

test('what is no id gives null', () => {
  for (const typed of ['', '7K3Q', '7K3Q-ZM9X-WD4U', '7K3Q-ZM9X-WD4T-1', 'x'.repeat(10_000)])
    expect(normalizeOrderId(typed)).toBeNull()
})
