import { expect, test } from 'vitest'
import { callUrl } from './endpoint-call.ts'

test('a call’s address leaves out empty parameters', () => {
  const path = '/api/admin/orders'
  expect(callUrl({ path })).toBe('/api/admin/orders')
  const query = { page: 2, search: '', sortField: undefined, name: 'a b' }
  expect(callUrl({ path }, { query })).toBe('/api/admin/orders?page=2&name=a+b')
})

test('a path’s parameters are filled in, whatever characters they contain', () => {
  const params = { orderId: 'a/b?c', event: '$&' }
  expect(callUrl({ path: '/api/orders/:orderId/:event/undo' }, { params })).toBe(
    '/api/orders/a%2Fb%3Fc/%24%26/undo',
  )
})
