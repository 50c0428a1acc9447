import { expect, test } from 'vitest'
import { dashedOrderId, findOrderId, normalizeOrderId, orderIdFromBytes } from './id.ts'

test('an id has three groups of four characters', () => {
  expect(orderIdFromBytes(new Uint8Array(8))).toBe('0000-0000-0000')
  expect(orderIdFromBytes(new Uint8Array([0x0f, 255, 255, 255, 255, 255, 255, 255]))).toBe(
    'ZZZZ-ZZZZ-ZZZZ',
  )
})

test('a typed id may differ in case, spaces, dashes and look-alikes, and have a #', () => {
  expect(normalizeOrderId(' 7k3q zm9x–wd4t ')).toBe('7K3Q-ZM9X-WD4T')
  expect(normalizeOrderId('# 7K3Q-ZM9X-WD4T')).toBe('7K3Q-ZM9X-WD4T')
  expect(normalizeOrderId('oil0-0000-0000')).toBe('0110-0000-0000')
})

test('text that is not an id gives null', () => {
  for (const typed of ['', '7K3Q', '7K3Q-ZM9X-WD4U', '7K3Q-ZM9X-WD4T-1', 'x'.repeat(10_000)])
    expect(normalizeOrderId(typed)).toBeNull()
})

test('an id is found in any pasted text or link', () => {
  for (const text of [
    '7K3Q-ZM9X-WD4T',
    'Your order id is 7k3q-zm9x-wd4t. Thank you!',
    'https://shop.example/order-history/7K3Q-ZM9X-WD4T?from=mail#review',
    'https://shop.example/track-order?id=7K3QZM9XWD4T',
    'shop.example/track-order?text=my%20order%207K3Q-ZM9X-WD4T',
    'straightened hair, order\n#7K3Q–ZM9X–WD4T\nthanks',
    'Order 7K3Q ZM9X WD4T please',
  ])
    expect([text, findOrderId(text)]).toEqual([text, '7K3Q-ZM9X-WD4T'])
})

test('words and other numbers are not ids', () => {
  for (const text of [
    'where is my straightened hair?',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    'transfer 000013240101123456789012345678',
    '7K3Q-ZM9X-WD4U',
  ])
    expect([text, findOrderId(text)]).toEqual([text, null])
  expect(dashedOrderId('bone straight24in')).toBeNull()
})
