import { maxStatementColumns } from '@strand/contracts/money/statement'
import { damaged, notReadable, type ReadFile, tooManyRows } from './statement.ts'
import {
  cellCounter,
  maxTableRows,
  readTable,
  type Sheet,
  type TableOptions,
  tableOf,
} from './table.ts'
import { readStyles, type Styles } from './xlsx-styles.ts'
import { type Element, find, findAll, readXml, textAt, wholeText } from './xml.ts'
import { openZip } from './zip.ts'

/** Ten texts for each row, more than any statement has. */
const maxStrings = 2_000_000

/**
 * Reads the visible sheets of a workbook, with all cells as text: dates in ISO format, and numbers
 * as they are stored.
 */
export const readXlsx = (bytes: Uint8Array, options: TableOptions): ReadFile => {
  const zip = openZip(bytes)
  if (!zip.names.includes('xl/workbook.xml'))
    throw notReadable('This is a zip file, but not an Excel workbook')
  const part = (name: string) => zip.read(name)?.toString('utf8') ?? null
  const { sheets, epoch1904 } = visibleSheets(part)
  const shared: string[] = []
  const strings = part('xl/sharedStrings.xml')
  if (strings !== null)
    readXml(strings, {
      si: (element) => {
        if (shared.push(textOf(element)) > maxStrings) throw damaged('it has too many texts')
      },
    })
  const styles = readStyles(part('xl/styles.xml'), epoch1904)
  const count = cellCounter()
  const filled = sheets.map(({ name, path }): Sheet => {
    const sheet = part(path)
    if (sheet === null) throw damaged('one of its sheets is missing')
    return { name, rows: readSheet(sheet, shared, styles, count) }
  })
  return readTable(tableOf(filled), options)
}

const maxSheets = 40

const visibleSheets = (part: (name: string) => string | null) => {
  const visible: { name: string; id: string }[] = []
  let epoch1904 = false
  readXml(part('xl/workbook.xml') ?? '', {
    workbookPr: ({ attributes }) => {
      epoch1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    },
    sheet: ({ attributes }) => {
      if (!/hidden/i.test(attributes.state ?? ''))
        visible.push({ name: attributes.name ?? '', id: attributes.id ?? '' })
    },
  })
  const targets = new Map<string, string>()
  readXml(part('xl/_rels/workbook.xml.rels') ?? '<none/>', {
    Relationship: ({ attributes }) => {
      targets.set(attributes.Id ?? '', attributes.Target ?? '')
    },
  })
  const sheets = visible.slice(0, maxSheets).flatMap(({ name, id }) => {
    const target = targets.get(id) ?? 'worksheets/sheet1.xml'
    // A chart can be on a sheet of its own, which has no cells.
    if (/chartsheets/.test(target)) return []
    return [{ name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` }]
  })
  return { sheets, epoch1904 }
}

/** The text of a string, which may consist of several runs. Leaves out phonetic hints (`rPh`). */
const textOf = (element: Element): string =>
  [
    ...findAll(element, 't').map(wholeText),
    ...findAll(element, 'r').flatMap((run) => findAll(run, 't').slice(0, 1).map(wholeText)),
  ].join('')

const readSheet = (
  xml: string,
  shared: string[],
  styles: Styles,
  count: (cells: number) => void,
): string[][] => {
  const rows: string[][] = []
  readXml(xml, {
    row: ({ attributes, children }) => {
      const number = attributes.r === undefined ? rows.length + 1 : Number(attributes.r)
      if (!Number.isInteger(number) || number <= rows.length)
        throw damaged('its rows are out of order')
      if (number > maxTableRows) throw tooManyRows()
      while (rows.length < number - 1) rows.push([])
      const cells = findAll({ name: '', attributes, text: '', children }, 'c')
      rows.push(readRow(cells, shared, styles))
      count(rows.at(-1)?.length ?? 0)
    },
  })
  // A sheet leaves out the empty cells at the end of a row.
  const width = Math.max(0, ...rows.slice(0, 1_000).map((row) => row.length))
  for (const row of rows)
    if (row.length > 0 && row.length < width) {
      count(width - row.length)
      while (row.length < width) row.push('')
    }
  return rows
}

const readRow = (cells: Element[], shared: string[], styles: Styles): string[] => {
  const row: string[] = []
  for (const cell of cells) {
    const { r } = cell.attributes
    const at = r === undefined ? row.length : columnNumber(r)
    if (at >= maxStatementColumns) continue
    if (at < row.length) throw damaged('its columns are out of order')
    while (row.length < at) row.push('')
    row.push(cellText(cell, shared, styles))
  }
  return row
}

const columnNumber = (address: string): number => {
  const letters = /^([A-Z]{1,3})\d+$/.exec(address)?.[1]
  if (letters === undefined) throw damaged('a cell has no position')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const cellText = (cell: Element, shared: string[], styles: Styles): string => {
  // Do not use a formula's result, because the file may have none.
  const formula = find(cell, 'f')
  if (formula) return `=${formula.text.slice(0, 100)}`
  const value = textAt(cell, 'v')
  switch (cell.attributes.t ?? 'n') {
    case 's':
      return sharedText(shared, value)
    case 'inlineStr': {
      const inline = find(cell, 'is')
      return inline ? textOf(inline) : ''
    }
    case 'n':
      return styles.numberText(value, cell.attributes.s)
    default:
      return value
  }
}

const sharedText = (shared: string[], index: string): string => {
  const text = /^\d+$/.test(index) ? shared[Number(index)] : undefined
  if (text === undefined) throw damaged('a text is missing')
  return text
}
