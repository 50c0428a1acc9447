import { expect, test } from 'vitest'
import { apiErrorFrom, callHeaders, registerTokenSource } from './client.ts'
import { latestPosition, recordPosition } from './log-position.ts'

const read = { method: 'GET', access: 'signed-in' } as const
const write = { method: 'POST', access: { permission: 'orders.manage' } } as const

test('reads send the highest position of any command’s answer; writes do not', () => {
  expect(callHeaders(read).get('x-min-position')).toBeNull()
  for (const position of ['7', '12', '9', null, 'none']) recordPosition(position)
  expect(latestPosition()).toBe('12')
  expect(callHeaders(read).get('x-min-position')).toBe('12')
  expect(callHeaders(write).get('x-min-position')).toBeNull()
})

test('calls carry a token only if the endpoint requires one', () => {
  registerTokenSource({ accessToken: () => 'secret', onUnauthorized: () => undefined })
  for (const endpoint of [read, write])
    expect(callHeaders(endpoint).get('authorization')).toBe('Bearer secret')
  for (const access of ['public', 'session'] as const)
    expect(callHeaders({ method: 'POST', access }).get('authorization')).toBeNull()
  registerTokenSource(null)
  expect(callHeaders(read).get('authorization')).toBeNull()
})

test('a refusal has the server’s message and its messages about fields', () => {
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
