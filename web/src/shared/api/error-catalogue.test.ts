import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { failureNotice, type Situation } from './error-catalogue.ts'

const refused = new ApiError('The message of the server', { status: 409 })
const timeout = new ApiError('', { timeout: true })
const noAnswer = new ApiError('', { network: true })

test('a timeout has the same text, whatever the user was doing', () => {
  for (const situation of ['login', 'create-order', 'action', 'tracking'] satisfies Situation[])
    expect(failureNotice(timeout, situation)).toEqual({
      title: 'An error occured',
      text: 'Request failed due to network error, try again',
    })
})

test('an error response shows the server’s message under the title for its situation', () => {
  const titles: [Situation, string][] = [
    ['login', 'Invalid Login Details'],
    ['request-reset', 'Mail Not Sent'],
    ['reset', 'Failed'],
    ['create-order', 'An error occured'],
    ['activation', 'Failed'],
    ['action', 'An error occured'],
    ['admin', 'An error occured'],
    ['tracking', 'An error occured'],
    ['review', 'An error occured'],
  ]
  for (const [situation, title] of titles)
    expect(failureNotice(refused, situation)).toEqual({ title, text: 'The message of the server' })
})

test('an order whose answer was lost is never called invalid', () => {
  expect(failureNotice(noAnswer, 'create-order')).toEqual({
    title: 'An error occured',
    text: 'Request failed due to network error, try again',
  })
})

test('if there is no answer at all, each situation has its own text', () => {
  expect(failureNotice(noAnswer, 'login')).toEqual({
    title: 'Failed',
    text: 'An error occured while processing this request',
  })
  expect(failureNotice(noAnswer, 'action')).toEqual({ title: 'Failed', text: 'An error occurred' })
  expect(failureNotice(noAnswer, 'admin')).toEqual({
    title: 'Invalid order request',
    text: 'Your request seems to be invalid',
  })
  expect(failureNotice(noAnswer, 'tracking')).toEqual({
    title: 'An error occurred while processing this request',
    text: 'An error occured',
  })
})

test('a bug in the page itself never shows its own message', () => {
  expect(failureNotice(new TypeError('x is undefined'), 'review')).toEqual({
    title: 'An error occurred while processing this request',
    text: 'An error occured',
  })
})
