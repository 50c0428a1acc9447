import { expect, test } from 'vitest'
import { isDay, periodsUntil } from './day.ts'

const today = '2026-03-01'

test('a day in an address is a real day, or ignored', () => {
  expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true)
  for (const text of ['', 'today', '2026-02-30', '2026-13-01', '2026-2-1', '2026-02-28T00:00'])
    expect(isDay(text), text).toBe(false)
})

test('the offered periods end no later than today, even on the first of a month', () => {
  for (const { from, to } of periodsUntil(today)) expect(from <= to && to <= today).toBe(true)
  expect(periodsUntil(today).at(-1)).toEqual({
    text: 'Last month',
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(periodsUntil('2026-01-15').at(-1)).toMatchObject({ from: '2025-12-01', to: '2025-12-31' })
})
