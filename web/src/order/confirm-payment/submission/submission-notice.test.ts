import { expect, test } from 'vitest'
import { submissionNotice } from './submission-notice.ts'

const idle = {
  ...({ phase: 'idle', attempt: 1 } as const),
  isUnknown: false,
  online: true,
}
const textOf = (changes: Partial<Parameters<typeof submissionNotice>[0]>) =>
  submissionNotice({ ...idle, ...changes })?.text

test('each state of an order has its own words, which change with each try', () => {
  const texts = [
    textOf({ phase: 'sending' }),
    ...[2, 3, 4].map((attempt) => textOf({ phase: 'checking', attempt })),
    ...[2, 3, 4].map((attempt) => textOf({ phase: 'queued', attempt })),
    textOf({ isUnknown: true }),
    textOf({ online: false }),
    textOf({ isUnknown: true, online: false }),
  ]
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts).not.toContain(undefined)
})

test('after an unknown outcome the customer is told that trying again is safe', () => {
  expect(textOf({ isUnknown: true })).toBe(
    "We don't know yet whether your order arrived. Trying again is safe: your order will not be placed twice.",
  )
})

test('there is no notice when there is nothing to say', () => {
  expect(submissionNotice(idle)).toBeNull()
  expect(textOf({ phase: 'confirmed', isUnknown: true })).toBe(
    'Your order arrived. Your receipt is opening…',
  )
})
