import { expect, test } from 'vitest'
import { cutWords } from './cut-words.ts'

const asked = { from: '2026-11-05', to: '2026-11-20' }

test('a week or month that a report’s dates cut at either end says so', () => {
  const weeks = ['2026-11-02', '2026-11-09', '2026-11-16'].map((week) =>
    cutWords(week, { ...asked, by: 'week' }),
  )
  expect(weeks).toEqual(['from 5 Nov only', '', 'to 20 Nov only'])
  expect(cutWords('2026-11-01', { ...asked, by: 'month' })).toBe('from 5 Nov to 20 Nov only')
  const whole = { from: '2026-11-01', to: '2026-11-30', by: 'month' } as const
  expect(cutWords('2026-11-01', whole)).toBe('')
  expect(cutWords('2026-11-05', { ...asked, by: 'day' })).toBe('')
})
