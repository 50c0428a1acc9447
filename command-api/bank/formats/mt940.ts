import { parseDecimal } from './amounts.ts'
import { dayOf } from './dates.ts'
import {
  damaged,
  newSection,
  type ReadFile,
  type Section,
  type StatementLine,
} from './statement.ts'
import { decodeText, tidy } from './text.ts'

type Field = { tag: string; lines: string[] }

/** MT940: fields such as `:61:`, one or several statements, each of one or several pages. */
export const readMt940 = (bytes: Uint8Array): ReadFile => {
  const sections: Section[] = []
  let section: Section | undefined
  let account = ''
  let row = 0
  for (const { tag, lines } of fieldsOf(decodeText(bytes))) {
    const [first = ''] = lines
    if (tag === '25') account = first.split('/').at(-1)?.trim() ?? ''
    else if (/^60[FM]$/.test(tag)) {
      if (section && section.closingKobo === null) throw damaged('a closing balance is missing')
      const { kobo: openingKobo, currency } = readBalance(first)
      section = { ...newSection(account), currencies: [currency], openingKobo }
      sections.push(section)
    } else if (/^62[FM]$/.test(tag)) {
      if (!section || section.closingKobo !== null) throw damaged('an opening balance is missing')
      const { kobo, day, currency } = readBalance(first)
      section.closingKobo = kobo
      section.currencies.push(currency)
      // The opening balance may be dated a day before the first day that the statement speaks of.
      section.days.push(day)
    } else if (tag === '61') {
      row++
      if (!section || section.closingKobo !== null)
        throw damaged('a line stands outside of a statement')
      const line = readLine(first, lines.slice(1), row)
      if (line) section.lines.push(line)
      else section.refused.push({ row, message: `Line ${row} (:61:) cannot be read` })
    } else if (tag === '86') {
      const line = section?.lines.at(-1)
      if (section?.closingKobo === null && line?.row === row) Object.assign(line, wordsOf(lines))
    }
  }
  if (!section || section.closingKobo === null) throw damaged('a closing balance is missing')
  for (const one of sections) one.lines = one.lines.filter(({ amountKobo }) => amountKobo !== 0)
  return { sections, table: null }
}

const fieldsOf = (text: string): Field[] => {
  const fields: Field[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, tag, rest = ''] = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag) fields.push({ tag, lines: [rest] })
    // `-}` or `-` ends a message; what follows is the next one's header.
    else if (/^-\}?/.test(line) && line.length <= 2) fields.push({ tag: '', lines: [] })
    else fields.at(-1)?.lines.push(line)
  }
  return fields
}

const signed = (direction: string, amount: string): number | null => {
  const kobo = amount.includes(',') ? parseDecimal(amount) : null
  if (kobo === null || kobo === 0) return kobo
  // `RC` takes a credit back.
  return direction === 'C' || direction === 'RD' ? kobo : -kobo
}

const readBalance = (text: string) => {
  const [, mark = '', date = '', currency = '', amount = ''] =
    /^([CD])(\d{6})([A-Z]{3})([\d,]{1,16})$/.exec(text.trim()) ?? []
  const kobo = signed(mark, amount)
  if (kobo === null) throw damaged('a balance cannot be read')
  return { kobo, currency, day: dayIn(date) ?? '' }
}

const dayIn = (digits: string) => {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2)))
  return dayOf(year, month, day)
}

const entry =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,13},\d{0,2})([A-Z][A-Z\d]{3})(.{0,16}?)(?:\/\/(.{0,34}))?$/

const readLine = (text: string, more: string[], row: number): StatementLine | null => {
  const parts = entry.exec(text.trim())
  if (!parts) return null
  const [, value = '', entered, direction = '', , amount = '', , own = '', bank = ''] = parts
  const valueOn = dayIn(value)
  const bookedOn = entered ? nearest(value, entered) : valueOn
  const amountKobo = signed(direction, amount)
  if (valueOn === null || bookedOn === null || amountKobo === null) return null
  const reference = tidy(bank) || (own === 'NONREF' ? '' : tidy(own))
  return {
    row,
    bookedOn,
    valueOn,
    amountKobo,
    balanceKobo: null,
    narration: tidy(more.join(' ')),
    payer: '',
    reference,
  }
}

/** The entry's day has no year: it is the value date's, but for days around the new year. */
const nearest = (value: string, entered: string): string | null => {
  const [year, month] = [Number(value.slice(0, 2)), Number(value.slice(2, 4))]
  const entryMonth = Number(entered.slice(0, 2))
  const turn = month === 12 && entryMonth === 1 ? 1 : month === 1 && entryMonth === 12 ? -1 : 0
  return dayOf(year + turn, entryMonth, Number(entered.slice(2)))
}

/** Lines of 65 characters, cut anywhere; `?20` and the like number the parts of a structured text. */
const wordsOf = (lines: string[]) => {
  const whole = lines.map((line) => (line.length < 65 ? `${line} ` : line)).join('')
  if (!/^\d{3}\?\d{2}/.test(whole)) return { narration: tidy(whole) }
  const parts = [...lines.join('').matchAll(/\?(\d{2})([^?]*)/g)]
  const joined = (isWanted: (number: number) => boolean) =>
    tidy(parts.flatMap(([, number, text]) => (isWanted(Number(number)) ? [text] : [])).join(''))
  return {
    narration: joined((number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63)),
    payer: joined((number) => number === 32 || number === 33),
  }
}
