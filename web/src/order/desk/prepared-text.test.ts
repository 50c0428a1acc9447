import { expect, test } from 'vitest'
import { preparedText } from './prepared-text.ts'

const order = { orderid: '7K3Q-ZM9X-WD4T', orderstatus: 'shipped', orderMessage: '' } as const

test('a prepared text says what happened to the order, with what the shop wrote', () => {
  const shipped =
    'Hello Ada, this is about your order 7K3Q-ZM9X-WD4T. We have handed your order over for delivery.'
  const link = 'Follow it here: https://shop.example/order-history/7K3Q-ZM9X-WD4T'
  expect(preparedText(order, 'Ada', 'https://shop.example')).toBe(`${shipped}\n\n${link}`)
  const withMessage = { ...order, orderMessage: 'Waybill 77' }
  expect(preparedText(withMessage, 'Ada', 'https://shop.example')).toBe(
    `${shipped}\n\nWaybill 77\n\n${link}`,
  )
  expect(preparedText(order, '', 'https://shop.example')).toMatch(/^Hello, this/)
})
