import { expect, test } from 'vitest'
import { cellsOfRow, headerCells } from './header-cells.ts'

test('the cells of the header are found, whatever stands between them', () => {
  expect(cellsOfRow('Bank\r\n\r\nDate,Narration,"Debit, NGN"\r\n1,2,3\r\n', 2)).toEqual([
    'Date',
    'Narration',
    'Debit, NGN',
  ])
  expect(cellsOfRow('Date;Amount;Ref\n', 0)).toEqual(['Date', 'Amount', 'Ref'])
  expect(cellsOfRow('Date\tAmount', 0)).toEqual(['Date', 'Amount'])
  expect(cellsOfRow('"two\nlines",x\nDate,Amount\n', 1)).toEqual(['Date', 'Amount'])
  expect(cellsOfRow('Date,Amount\n', 7)).toEqual([''])
})

test('a header in UTF-16 is read', async () => {
  const units = [...'\ufeffDate\tDetails\r\n1\t2'].map((sign) => sign.charCodeAt(0))
  const file = new Blob([new Uint8Array(units.flatMap((unit) => [unit & 0xff, unit >> 8]))])
  expect(await headerCells(file, 0)).toEqual(['Date', 'Details'])
})
