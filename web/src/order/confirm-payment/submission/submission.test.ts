import type { CreateOrder } from '@strand/contracts/order/order-form'
import { expect, test } from 'vitest'
import { ApiError, isOutcomeUnknown } from '../../../shared/api/api-error.ts'
import { isRefused, sendWithRetries } from './submission.ts'

const message = 'Thank you'
const answer = {
  isSuccessful: true as const,
  message,
  responseMessage: message,
  orderId: '7K3Q-ZM9X-WD4T',
  result: { orderId: '7K3Q-ZM9X-WD4T' },
}
const submission = { key: 'k', payload: { accountname: 'Ada Obi' } as CreateOrder }
const timeout = () => new ApiError('', { timeout: true })
const offline = () => new ApiError('', { network: true })
const refused = () => new ApiError('The prices have changed', { status: 409 })

const run = async (outcomes: (ApiError | typeof answer)[], resumed = false) => {
  const sent: string[] = []
  const checked: number[] = []
  const queued: number[] = []
  const waits: number[] = []
  const settled = sendWithRetries({
    submission,
    resumed,
    send: async (payload, key) => {
      expect(payload).toBe(submission.payload)
      sent.push(key)
      const outcome = outcomes.shift() ?? timeout()
      if (outcome instanceof ApiError) throw outcome
      return outcome
    },
    onChecking: (attempt) => checked.push(attempt),
    onQueued: (attempt) => queued.push(attempt),
    pause: async (ms) => void waits.push(ms),
  })
  const result = await settled.catch((error: unknown) => error)
  return { result, sent, checked, queued, waits }
}

test('after a timeout the same order is sent again under the same key', async () => {
  const { result, sent, checked } = await run([timeout(), offline(), answer])
  expect(result).toBe(answer)
  expect(sent).toEqual(['k', 'k', 'k'])
  expect(checked).toEqual([2, 3])
})

test('a refusal is final, and the order is sent once', async () => {
  const { result, sent, checked } = await run([refused()])
  expect(result).toMatchObject({ status: 409 })
  expect(sent).toHaveLength(1)
  expect(checked).toEqual([])
})

test('a lost connection is reported at once, for the customer to decide', async () => {
  const { result, sent } = await run([offline()])
  expect(result).toMatchObject({ isNetworkError: true })
  expect(sent).toHaveLength(1)
})

test('at a busy shop the order waits for its turn and is sent again under the same key', async () => {
  const busy = (status: number, retryAfter: number | null) =>
    new ApiError('Too many at once', { status, retryAfter })
  const taken = await run([busy(429, 5), busy(503, 2), answer])
  expect(taken).toMatchObject({ result: answer, sent: ['k', 'k', 'k'], checked: [] })
  expect(taken).toMatchObject({ queued: [2, 3], waits: [5_000, 2_000] })
  const checked = await run([timeout(), busy(429, 5), answer])
  expect(checked).toMatchObject({
    result: answer,
    checked: [2, 3],
    queued: [],
    waits: [1_000, 5_000],
  })
  expect((await run([busy(429, 5), busy(429, 5), busy(429, 5), busy(429, 5)])).sent).toHaveLength(4)
  // If the shop asks for a long wait or names none, the customer decides when to try again.
  for (const long of [busy(429, 60), busy(503, null)])
    expect(await run([long])).toMatchObject({ result: long, sent: ['k'], queued: [] })
})

test('if a killed tab left an order’s outcome unknown, it is checked first', async () => {
  const { result, sent, checked } = await run([offline(), answer], true)
  expect(result).toBe(answer)
  expect(sent).toHaveLength(2)
  expect(checked).toEqual([1, 2])
})

test('the form gives up after four tries', async () => {
  const { result, sent } = await run([])
  expect(result).toMatchObject({ isTimeout: true })
  expect(sent).toHaveLength(4)
})

test('after no answer or a server error, the outcome of the order is unknown', () => {
  expect(isOutcomeUnknown(timeout())).toBe(true)
  expect(isOutcomeUnknown(offline())).toBe(true)
  expect(isOutcomeUnknown(new ApiError('', { status: 503 }))).toBe(true)
  expect(isOutcomeUnknown(refused())).toBe(false)
})

test('only the shop’s verdict on an order counts as a refusal, not a busy shop or a slow line', () => {
  for (const status of [400, 409, 413, 415, 422])
    expect(isRefused(new ApiError('', { status }))).toBe(true)
  for (const status of [408, 429, 500, 503])
    expect(isRefused(new ApiError('', { status }))).toBe(false)
  for (const error of [timeout(), offline(), new Error('x')]) expect(isRefused(error)).toBe(false)
})
