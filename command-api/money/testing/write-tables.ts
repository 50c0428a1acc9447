import { strToU8, zipSync } from 'fflate'
import { balancesOf, type MadeStatement } from './statement-lines.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const parts = (day: string) => day.split('-') as [string, string, string]

const plain = (kobo: number) =>
  `${Math.floor(Math.abs(kobo) / 100)}.${String(Math.abs(kobo) % 100).padStart(2, '0')}`
const grouped = (kobo: number) => plain(kobo).replace(/\B(?=(\d{3})+\.)/g, ',')
const minus = (kobo: number) => (kobo < 0 ? '-' : '')
const signed = (kobo: number) => `${minus(kobo)}${grouped(kobo)}`

type Row = {
  booked: string
  value: string
  kobo: number
  balance: number
  text: string
  ref: string
}

const rowsOf = (made: MadeStatement): Row[] => {
  const balances = balancesOf(made)
  return made.lines.map((line, at) => ({
    booked: line.bookedOn,
    value: line.valueOn,
    kobo: line.amountKobo,
    balance: balances[at] ?? 0,
    text: line.narration,
    ref: line.reference,
  }))
}

const write = (rows: string[][], delimiter: string) =>
  rows
    .map((row) =>
      row
        .map((cell) => (/["\n\r]/.test(cell) || cell.includes(delimiter) ? quote(cell) : cell))
        .join(delimiter),
    )
    .join('\r\n')
    .concat('\r\n')
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/**
 * Rows above the table, separate columns for debits and credits, grouped thousands, oldest line
 * first, and a total below.
 */
const commas = (made: MadeStatement) => {
  const rows = rowsOf(made).map(({ booked, value, kobo, balance, text, ref }) => [
    ...[booked, value].map((day) => parts(day).toReversed().join('/')),
    ref,
    text,
    kobo < 0 ? grouped(kobo) : '',
    kobo < 0 ? '' : grouped(kobo),
    signed(balance),
  ])
  const head = [
    ['First Example Bank'],
    ['Account Number:', made.accountNumber],
    ['Currency', made.currency],
    [],
  ]
  const opening = ['', '', '', 'Opening Balance', '', '', signed(made.openingKobo)]
  const header = 'Trans. Date,Value Date,Reference,Narration,Debit (NGN),Credit (NGN),Balance'
  return write(
    [...head, header.split(','), opening, ...rows, ['', '', '', 'Total', '1.00', '2.00', '']],
    ',',
  )
}

/** windows-1252, names of months in dates, negative amounts in brackets, newest first. */
const semicolons = (made: MadeStatement) => {
  const rows = rowsOf(made).map(({ booked, kobo, balance, text, ref }) => {
    const [year, month, day] = parts(booked)
    return [
      `${day}-${months[Number(month) - 1]}-${year}`,
      kobo < 0 ? `(${grouped(kobo)})` : grouped(kobo),
      signed(balance),
      text,
      ref,
    ]
  })
  return write([['Date', 'Amount', 'Balance', 'Description', 'Ref No'], ...rows.toReversed()], ';')
}

/** UTF-16 with ISO dates, naira signs, `DR` and `CR`. */
const tabs = (made: MadeStatement) => {
  const mark = (kobo: number) => `₦${grouped(kobo)} ${kobo < 0 ? 'DR' : 'CR'}`
  const rows = rowsOf(made).map(({ booked, value, kobo, balance, text, ref }) => [
    booked,
    text,
    ref,
    mark(kobo),
    mark(balance),
    value,
  ])
  const header = [
    'Posting Date',
    'Details',
    'Transaction ID',
    'Amount',
    'Running Balance',
    'Value Date',
  ]
  return `\ufeff${write([header, ...rows], '\t')}`
}

/** Month before day, credit before debit, zeros for empty amounts. */
const american = (made: MadeStatement) => {
  const rows = rowsOf(made).map(({ booked, kobo, balance, text, ref }) => {
    const [year, month, day] = parts(booked)
    return [
      `${minus(balance)}NGN ${grouped(balance)}`,
      kobo > 0 ? plain(kobo) : '0.00',
      kobo < 0 ? plain(kobo) : '0.00',
      text,
      `="${ref}"`,
      `${month}/${day}/${year} 10:15:00`,
    ]
  })
  const header = ['Available Balance', 'Lodgements', 'Withdrawals', 'Remarks', 'Reference', 'Date']
  return `\ufeff${write([header, ...rows], ',')}`
}

/** A comma before the kobo, and a column for the direction. */
const european = (made: MadeStatement) => {
  const comma = (kobo: number) =>
    grouped(kobo).replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','))
  const rows = rowsOf(made).map(({ booked, kobo, balance, text, ref }) => [
    parts(booked).toReversed().join('.'),
    comma(kobo),
    kobo < 0 ? 'D' : 'C',
    `${minus(balance)}${comma(balance)}`,
    ref,
    text,
  ])
  return write([['Date', 'Amount', 'D/C', 'Balance', 'Ref', 'Particulars'], ...rows], ';')
}

export const csvDialects = {
  commas: (made: MadeStatement) => Buffer.from(commas(made)),
  semicolons: (made: MadeStatement) => Buffer.from(semicolons(made), 'latin1'),
  tabs: (made: MadeStatement) => Buffer.from(tabs(made), 'utf16le'),
  american: (made: MadeStatement) => Buffer.from(american(made)),
  european: (made: MadeStatement) => Buffer.from(european(made)),
}

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The parts of a workbook, with days as serial numbers and amounts as floating-point numbers. */
export const workbookParts = (made: MadeStatement): Record<string, string> => {
  const serial = (day: string) => String(Date.parse(day) / 86_400_000 + 25_569)
  const text = (value: string) => `<c t="inlineStr"><is><t>${xml(value)}</t></is></c>`
  const number = (kobo: number) => `<c><v>${kobo / 100}</v></c>`
  const day = (value: string) => `<c s="1"><v>${serial(value)}</v></c>`
  const header = ['Date', 'Value Date', 'Narration', 'Reference', 'Debit', 'Credit', 'Balance']
  const shared = header.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('')
  const rows = rowsOf(made).map(({ booked, value, kobo, balance, text: narration, ref }) =>
    [
      day(booked),
      day(value),
      text(narration),
      text(ref),
      kobo < 0 ? number(-kobo) : '<c/>',
      kobo < 0 ? '<c/>' : number(kobo),
      number(balance),
    ].join(''),
  )
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${header.map((one) => `<si><t>${one}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${[shared, ...rows].map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join('\n')}</sheetData></worksheet>`,
  }
}

export const zipParts = (parts: Record<string, string>): Uint8Array => {
  const contents = Object.entries(parts).map(([name, text]) => [name, strToU8(text)])
  return zipSync(Object.fromEntries(contents), { level: 1 })
}

export const writeXlsx = (made: MadeStatement): Uint8Array => zipParts(workbookParts(made))

/**
 * A web page that a bank calls `.xls`: laid out with tables, the account's details in cells of
 * their own, the heading on each page, and narrations that continue in the next row.
 */
export const writeHtml = (made: MadeStatement): Uint8Array => {
  const cell = (text: string) => `<td align="right">${text === '' ? '&nbsp;' : xml(text)}</td>`
  const row = (cells: string[]) => `<tr nowrap="nowrap">${cells.map(cell).join('')}\n</tr>`
  const header = ['Trans Date', 'Reference', 'Value Date', 'Debit', 'Credit', 'Balance', 'Remarks']
  const day = (value: string) => {
    const [year, month, date] = parts(value)
    return `${date}-${months[Number(month) - 1]}-${year}`
  }
  const rows = rowsOf(made).flatMap(({ booked, value, kobo, balance, text, ref }, at) => {
    const cut = text.length > 30 ? text.indexOf(' ', 20) : -1
    const [begun, rest] = cut < 0 ? [text, ''] : [text.slice(0, cut), text.slice(cut + 1)]
    const [debit, credit] = kobo < 0 ? [grouped(kobo), ''] : ['', grouped(kobo)]
    return [
      ...(at > 0 && at % 20 === 0
        ? [row(['Example Bank Plc', ...Array(6).fill('')]), row(header)]
        : []),
      row([day(booked), ref, day(value), debit, credit, signed(balance), begun]),
      ...(rest === '' ? [] : [row(['', '', '', '', '', '', rest])]),
    ]
  })
  const above = [
    'Example Bank Plc<br />CUSTOMER STATEMENT',
    `Account No: <span>${made.accountNumber} - (204/000001/1/59/0)</span>`,
    `Currency:<span>${made.currency === 'NGN' ? 'Naira' : made.currency}</span>`,
    `<span>Opening Balance: ${signed(made.openingKobo)}</span>`,
  ].map((text) => `<tr><td colspan="2">${text}</td></tr>`)
  return Buffer.from(
    `\r\n\r\n<!DOCTYPE html>\n<html><head><title>Untitled</title><style>td { color: green }</style></head><body><table><tr><td><table>${above.join('')}</table><table><tr><td colspan="3"><table cellspacing="0">${row(header)}${rows.join('')}</table></td></tr></table></td></tr></table>${'<p>Footer</p>'}</body></html>`,
  )
}

/** A workbook in one XML file, with a cover sheet, merged cells and omitted cells. */
export const writeSpreadsheetXml = (made: MadeStatement): Uint8Array => {
  const cell = (type: string, value: string, at = '') =>
    `<Cell${at}><Data ss:Type="${type}">${xml(value)}</Data></Cell>`
  const line = (cells: string[], index = '') => `<Row${index}>${cells.join('')}</Row>`
  const header = ['Date', 'Value Date', 'Narration', 'Reference', 'Debit', 'Credit', 'Balance']
  const rows = rowsOf(made).map(({ booked, value, kobo, balance, text, ref }) =>
    line([
      cell('DateTime', `${booked}T00:00:00.000`),
      cell('DateTime', `${value}T00:00:00.000`),
      cell('String', text),
      cell('String', ref),
      cell('Number', String(Math.abs(kobo) / 100), ` ss:Index="${kobo < 0 ? 5 : 6}"`),
      cell('Number', String(balance / 100), ' ss:Index="7"'),
    ]),
  )
  const sheet = (name: string, content: string) =>
    `<Worksheet ss:Name="${name}"><Table>${content}</Table></Worksheet>`
  const cover = line([cell('String', 'Statement of account', ' ss:MergeAcross="3"')])
  const table = [
    line([cell('String', 'Account Number'), cell('String', made.accountNumber)]),
    line([cell('String', 'Currency'), cell('String', made.currency)]),
    line([cell('String', 'Opening balance'), cell('Number', String(made.openingKobo / 100))]),
    line(
      header.map((one) => cell('String', one)),
      ' ss:Index="6"',
    ),
    ...rows,
  ]
  const office = 'urn:schemas-microsoft-com:office:spreadsheet'
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="${office}" xmlns:ss="${office}">${sheet('Cover', cover)}${sheet('Lines', table.join('\n'))}</Workbook>`,
  )
}
