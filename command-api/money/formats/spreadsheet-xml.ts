import { maxStatementColumns } from '@strand/contracts/money/statement'
import { damaged, type ReadFile, tooManyRows } from './statement.ts'
import {
  cellCounter,
  maxTableRows,
  readTable,
  type Sheet,
  type TableOptions,
  tableOf,
} from './table.ts'
import { decodeText } from './text.ts'
import { plainNumber } from './xlsx-styles.ts'
import { type Element, find, findAll, readXml, wholeText, xmlEncoding } from './xml.ts'

/**
 * Reads a workbook in one XML file, which Excel 2003 wrote. Banks still send such files, often as
 * `.xls`.
 */
export const readSpreadsheetXml = (bytes: Uint8Array, options: TableOptions): ReadFile => {
  const sheets: Sheet[] = []
  const count = cellCounter()
  let rows: string[][] = []
  readXml(decodeText(bytes, xmlEncoding).replace(/^\ufeff/, ''), {
    Row: ({ attributes, children }) => {
      const number = Number(attributes.Index ?? rows.length + 1)
      if (!Number.isInteger(number) || number <= rows.length)
        throw damaged('its rows are out of order')
      if (number > maxTableRows) throw tooManyRows()
      while (rows.length < number - 1) rows.push([])
      rows.push(rowOf(children, count))
    },
    Worksheet: ({ attributes }) => {
      sheets.push({ name: attributes.Name ?? '', rows })
      rows = []
    },
  })
  return readTable(tableOf(sheets), options)
}

const rowOf = (children: Element[], count: (cells: number) => void): string[] => {
  const row: string[] = []
  for (const cell of findAll({ name: '', attributes: {}, text: '', children }, 'Cell')) {
    const { Index, MergeAcross = '0', Formula } = cell.attributes
    const at = Index === undefined ? row.length : Number(Index) - 1
    if (at >= maxStatementColumns) break
    if (!Number.isInteger(at) || at < row.length) throw damaged('its columns are out of order')
    count(at - row.length + 1)
    while (row.length < at) row.push('')
    row.push(textOf(cell, Formula))
    for (let more = Number(MergeAcross); more > 0 && row.length < maxStatementColumns; more--) {
      count(1)
      row.push('')
    }
  }
  return row
}

const textOf = (cell: Element, formula: string | undefined): string => {
  // Do not use a formula's result, because the file may have none.
  if (formula !== undefined) return `=${formula.slice(0, 100)}`
  const data = find(cell, 'Data')
  if (!data) return ''
  return data.attributes.Type === 'Number' ? plainNumber(wholeText(data).trim()) : wordsIn(data)
}

/** All the text in an element, which may contain formatting such as bold. */
const wordsIn = (element: Element): string => element.text + element.children.map(wordsIn).join('')
