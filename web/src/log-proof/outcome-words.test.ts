import { expect, test } from 'vitest'
import { outcomeInWords } from './outcome-words.ts'

test('a verification’s outcome gets thousands separators and the shop’s time, but its root is unchanged', () => {
  const root = 'x1234+5678/AbCd=='
  expect(
    outcomeInWords(`123456 events, root ${root}, as signed at 2026-11-26T10:05:07.000Z: whole`),
  ).toBe(`123,456 events, root ${root}, as signed at 26 Nov 2026, 11:05:07 am: whole`)
  expect(outcomeInWords('Event 12345: tile 0/48 was altered, or is gone.')).toBe(
    'Event 12,345: tile 0/48 was altered, or is gone.',
  )
  expect(outcomeInWords('1000 newer events are not signed yet.')).toBe(
    '1,000 newer events are not signed yet.',
  )
})
