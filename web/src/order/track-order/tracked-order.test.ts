import { expect, test } from 'vitest'
import { itemsOf, requestedOrderId } from './tracked-order.ts'

test('an id is requested in its canonical form, however it was typed', () => {
  expect(requestedOrderId(' 7k3q zm9x-wd4t')).toBe('7K3Q-ZM9X-WD4T')
  expect(requestedOrderId('see https://shop.example/order-history/7K3Q-ZM9X-WD4T')).toBe(
    '7K3Q-ZM9X-WD4T',
  )
  expect(requestedOrderId(' no id ')).toBe('no id')
})

test('an order’s items are split', () => {
  expect(itemsOf('Wig 20" || Oil||')).toEqual(['Wig 20"', 'Oil'])
})
