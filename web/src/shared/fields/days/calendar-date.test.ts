import { expect, test } from 'vitest'
import { dateOf, dayOf, typedDay, typedDays } from './calendar-date.ts'

test('a calendar day stays the same day in any time zone, even when clocks are put forward', () => {
  for (const day of ['2026-01-01', '2024-02-29', '2026-03-29', '2026-10-25', '2026-12-31'])
    expect(dayOf(dateOf(day))).toBe(day)
})

test('a day can be typed in the usual ways, with the day before the month', () => {
  const ways = ['5 Mar 2026', '05/03/2026', '5.3.2026', '5-3-2026', '2026-03-05', ' 5 march, 2026 ']
  for (const text of [...ways, '05Mar2026']) expect(typedDay(text), text).toBe('2026-03-05')
  expect(typedDay('1 Sept 2026')).toBe('2026-09-01')
  const nothing = ['', '5', '5 Mar', '5 Mar 202', '5/3/26', '05032026', '31/02/2026', '5/13/2026']
  for (const text of [...nothing, '5 Ma 2026', 'tomorrow']) expect(typedDay(text), text).toBe(null)
})

test('a span can be typed as two days, in either order', () => {
  const span = ['2026-03-02', '2026-03-09']
  const ways = ['2 Mar 2026 - 9 Mar 2026', '09/03/2026 to 02/03/2026', '2.3.2026 – 9.3.2026']
  for (const text of [...ways, '2026-03-02 - 2026-03-09', '2026-03-02–2026-03-09'])
    expect(typedDays(text), text).toEqual(span)
  expect(typedDays('2 Mar 2026')).toEqual(['2026-03-02'])
  for (const text of ['', '2 Mar 2026 - ', '2 Mar 2026 - 9', '1/3/2026 - 2/3/2026 - 3/3/2026'])
    expect(typedDays(text), text).toBe(null)
})

test('a dash right after a year separates the two days of a span', () => {
  const span = ['2026-03-01', '2026-03-12']
  const slashes = ['01/03/2026-12/03/2026', '12/03/2026 -01/03/2026', '1/3/2026- 12/3/2026']
  const dashes = ['1-3-2026-12-3-2026', '01-03-2026-12-03-2026', '1 Mar 2026-2026-03-12']
  for (const text of [...slashes, ...dashes, '1 Mar 2026-12 Mar 2026', '01Mar2026–12Mar2026'])
    expect(typedDays(text), text).toEqual(span)
  for (const day of ['2026-03-05', '5-3-2026', '05-03-2026'])
    expect(typedDays(day), day).toEqual(['2026-03-05'])
  const unfinished = [
    '5 Mar 2026-',
    '5 Mar 2026 - 9/3/26',
    '01/03/2026-12',
    '2026-03-05-2026-03-09',
  ]
  for (const text of unfinished) expect(typedDays(text), text).toBe(null)
})
