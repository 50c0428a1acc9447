import { StatementMapping } from '@strand/contracts/money/statement'
import { expect, test } from 'vitest'
import { columnOptions, dateExample, letterOf } from './mapping.ts'

test('columns have the letters of a spreadsheet', () => {
  expect([0, 25, 26, 63].map(letterOf)).toEqual(['A', 'Z', 'AA', 'BL'])
})

test('columns are named by the header, or by letters as far as they are in use and a little more', () => {
  const mapping = StatementMapping.parse({ columns: { bookedOn: 0, narration: [3], balance: 5 } })
  expect(columnOptions(['Date', ''], mapping)).toEqual([
    { column: 0, name: 'A: Date' },
    { column: 1, name: 'Column B' },
  ])
  expect(columnOptions([], mapping).map(({ name }) => name)).toHaveLength(12)
})

test('an unclear date is asked about as the file has it, with both days that it may be', () => {
  expect(dateExample('2026-04-03', 'DMY')).toEqual({
    written: '03/04/2026',
    DMY: '2026-04-03',
    MDY: '2026-03-04',
  })
  expect(dateExample('2026-04-03', 'MDY')).toEqual({
    written: '04/03/2026',
    DMY: '2026-03-04',
    MDY: '2026-04-03',
  })
})
