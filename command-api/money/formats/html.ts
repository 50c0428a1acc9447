import { maxStatementColumns } from '@strand/contracts/money/statement'
import { Parser } from 'htmlparser2'
import { damaged, notReadable, type ReadFile, tooManyRows } from './statement.ts'
import { cellCounter, maxTableRows, readTable, type TableOptions } from './table.ts'
import { decodeText } from './text.ts'

/** How deeply tables may be nested. Some banks also use tables for the page's layout. */
const deepest = 50
const maxCellLength = 10_000
const maxAttributes = 100

/** How many characters to parse at a time, so that a large file is never in memory twice. */
const step = 1 << 16

/**
 * Reads the tables of a web page, which many banks send as an `.xls` file: the texts of each row's
 * cells, in page order. If a row contains another table, that table's rows come first.
 */
export const readHtml = (bytes: Uint8Array, options: TableOptions): ReadFile => {
  const rows = rowsOf(decodeText(bytes, charsetOf))
  if (rows.length === 0) throw notReadable('This is a web page without a table')
  return readTable(rows, options)
}

const charsetOf = (head: string) => /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(head)?.[1]

type Row = {
  cells: string[]
  isOpen: boolean
  at: number
}
/** `down`: for each column, how many more rows its cell spans. */
type Table = { down: number[]; rows: Row[] }

const rowsOf = (text: string): string[][] => {
  const rows: string[][] = []
  const tables: Table[] = []
  const count = cellCounter()
  let unread = ''
  let attributes = 0
  let textEnd = -1
  const row = () => tables.at(-1)?.rows.at(-1)
  const endCell = () => {
    const open = row()
    if (open) open.isOpen = false
  }
  const endRow = () => {
    const { rows: open, down } = tables.at(-1) ?? { rows: [], down: [] }
    const ended = open.pop()
    if (!ended) return
    fill(ended, down)
    if (rows.push(ended.cells) > maxTableRows) throw tooManyRows()
  }
  const parser = new Parser({
    onattribute: () => {
      if (++attributes > maxAttributes) throw damaged('a tag has too many attributes')
    },
    onopentag: (name, given) => {
      attributes = 0
      if (name === 'script' || name === 'style') unread = name
      if (name === 'table') {
        if (tables.push({ down: [], rows: [] }) > deepest) throw damaged('it is nested too deeply')
      }
      const table = tables.at(-1)
      if (name === 'tr' && table) {
        if (table.rows.length > 0) endRow()
        table.rows.push({ cells: [], isOpen: false, at: 0 })
      }
      const open = row()
      if (!table || !open) return
      if (name === 'br') addText(open, '\n')
      if (name !== 'td' && name !== 'th') return
      fill(open, table.down)
      const [across, along] = [spanOf(given.colspan), spanOf(given.rowspan)]
      for (let more = 0; more < across; more++) {
        if (open.cells.length >= maxStatementColumns) break
        count(1)
        table.down[open.cells.length] = along - 1
        open.cells.push('')
      }
      open.at = Math.max(0, open.cells.length - across)
      open.isOpen = true
    },
    ontext: (more) => {
      const open = row()
      if (!open?.isOpen || unread !== '') return
      // `12<sup>50</sup>`, or any other number with a tag inside it, is ambiguous.
      const isApart = parser.startIndex !== textEnd + 1
      if (isApart && /^\d/.test(more) && /\d$/.test(open.cells[open.at] ?? '')) addText(open, '\n')
      addText(open, more)
      textEnd = parser.endIndex
    },
    onclosetag: (name) => {
      if (name === unread) unread = ''
      if (name === 'td' || name === 'th') endCell()
      if (name === 'tr') endRow()
      if (name === 'table') {
        while ((tables.at(-1)?.rows.length ?? 0) > 0) endRow()
        tables.pop()
      }
    },
  })
  for (let at = 0; at < text.length; at += step) parser.write(text.slice(at, at + step))
  parser.end()
  return rows
}

const addText = (row: Row, more: string) => {
  const cell = row.cells[row.at]
  if (cell !== undefined && cell.length < maxCellLength)
    row.cells[row.at] = cell + more.slice(0, maxCellLength)
}

const fill = (row: Row, down: number[]) => {
  for (let at = row.cells.length; (down[at] ?? 0) > 0; at++) {
    down[at] = (down[at] ?? 0) - 1
    row.cells.push('')
  }
}

const spanOf = (text = '1') => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)
