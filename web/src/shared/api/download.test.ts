import { expect, test } from 'vitest'
import { csvName, csvOf } from './download.ts'

test("a file is named after the shop's day", () => {
  expect(csvName('confirmed-orders', Date.parse('2026-01-31T23:30:00Z'))).toBe(
    'confirmed-orders-2026-02-01.csv',
  )
})

test('a cell that a spreadsheet would evaluate gets an apostrophe, and one with commas is quoted', () => {
  for (const sign of '=+-@＝＋－＠\t') expect(csvOf([], [[`${sign}A1`]])).toContain(`'${sign}A1`)
  expect(csvOf([], [['-120000.00', '-1+1']])).toContain("\r\n-120000.00,'-1+1\r\n")
  expect(csvOf(['A', 'B'], [['=1+1', 'x, "y"']])).toBe('\ufeffA,B\r\n\'=1+1,"x, ""y"""\r\n')
})
