import { StatementMapping } from '@strand/contracts/money/statement'
import { expect, test } from 'vitest'
import { columnNames, dateExample, letterOf, meaningOf, withMeaning } from './mapping.ts'

test('columns have the same letters as in a spreadsheet', () => {
  expect([0, 25, 26, 63].map(letterOf)).toEqual(['A', 'Z', 'AA', 'BL'])
})

test('columns are named after the heading, up to the longest row', () => {
  const sample = {
    rows: [
      { row: 1, cells: ['Bank', '', '', ''] },
      { row: 2, cells: ['Date', '', 'In'] },
      { row: 3, cells: ['2026-03-01', 'Ada', '5.00', '9.00'] },
    ],
    headerRow: 1,
  }
  expect(columnNames(sample, { headerRow: 1 })).toEqual([
    'A: Date',
    'Column B',
    'C: In',
    'Column D',
  ])
  expect(columnNames(sample, { headerRow: null })).toEqual(
    ['A', 'B', 'C', 'D'].map((one) => `Column ${one}`),
  )
})

test('giving a column a meaning takes it from any other column, except for the narration', () => {
  const mapping = StatementMapping.parse({ columns: { bookedOn: 0, narration: [3], balance: 5 } })
  const moved = withMeaning(mapping, 2, 'bookedOn')
  expect([0, 2, 3, 5].map((column) => meaningOf(moved, column))).toEqual([
    '',
    'bookedOn',
    'narration',
    'balance',
  ])
  const more = withMeaning(withMeaning(moved, 5, 'narration'), 3, '')
  expect(more.columns).toMatchObject({ bookedOn: 2, balance: null, narration: [5] })
  expect(withMeaning(more, 1, 'narration').columns.narration).toEqual([1, 5])
})

test('an ambiguous date is shown as the file writes it, with both days that it can mean', () => {
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
