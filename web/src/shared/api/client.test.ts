import { expect, test } from 'vitest'
import { apiErrorFrom, apiUrl, callHeaders, registerTokenSource } from './client.ts'
import { latestPosition, recordPosition } from './log-position.ts'

test('a call’s address leaves out empty parameters', () => {
  expect(apiUrl('/orders')).toBe('/api/orders')
  expect(apiUrl('/orders', { page: 2, search: '', sortField: undefined, name: 'a b' })).toBe(
    '/api/orders?page=2&name=a+b',
  )
})

test('reads name the highest position that a command’s answer carried, writes do not', () => {
  expect(callHeaders('GET').get('x-min-position')).toBeNull()
  for (const position of ['7', '12', '9', null, 'none']) recordPosition(position)
  expect(latestPosition()).toBe('12')
  expect(callHeaders('GET').get('x-min-position')).toBe('12')
  expect(callHeaders('POST').get('x-min-position')).toBeNull()
})

test('staff calls carry their token, anonymous ones do not', () => {
  registerTokenSource({ accessToken: () => 'secret', onUnauthorized: () => undefined })
  expect(callHeaders('GET').get('authorization')).toBe('Bearer secret')
  expect(callHeaders('GET', { anonymous: true }).get('authorization')).toBeNull()
  registerTokenSource(null)
  expect(callHeaders('GET').get('authorization')).toBeNull()
})

test('a refusal has the server’s message and fields', () => {
  const details = [{ path: 'phone', message: 'Please enter phone number!' }]
  const body = { isSuccessful: false, statusCode: 400, message: 'Not right', details }
  const error = apiErrorFrom(400, JSON.stringify(body), '5')
  expect(error).toMatchObject({ status: 400, message: 'Not right', details, retryAfter: 5 })
  expect(error.answered).toBe(true)
})

test('an answer that is not JSON, such as a proxy’s page, is still an error', () => {
  expect(apiErrorFrom(502, '<html>', null)).toMatchObject({
    status: 502,
    message: 'An error occurred while processing this request',
    details: [],
    retryAfter: null,
  })
})
