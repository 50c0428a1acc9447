import { parseDecimal } from './amounts.ts'
import { dayOf } from './dates.ts'
import {
  damaged,
  newSection,
  notReadable,
  type ReadFile,
  refusal,
  type Section,
  type StatementLine,
  zeroRow,
} from './statement.ts'
import { decodeText, joinTexts, tidy } from './text.ts'

type Field = { tag: string; lines: string[] }

/**
 * Reads MT940, and MT950, which is MT940 without texts. A file contains one or more statements, and
 * a statement has one or more pages. Each page is a series of fields such as `:61:`, and may be
 * inside the blocks of a SWIFT message.
 */
export const readMt940 = (bytes: Uint8Array): ReadFile => {
  const sections: Section[] = []
  let section: Section | undefined
  let account = ''
  let closedBy = ''
  let row = 0
  const text = decodeText(bytes)
  const fields = fieldsOf(text)
  assertStatement(text, fields)
  for (const { tag, lines } of fields) {
    const [first = ''] = lines
    if (/^25P?$/.test(tag)) account = accountIn(first)
    else if (/^60[FM]$/.test(tag)) {
      if (section && section.closingKobo === null) throw unfinished()
      const { kobo: openingKobo, currency } = readBalance(first)
      section = { ...newSection(account), currencies: [currency], openingKobo }
      // A page in the middle of a statement continues the page before it.
      section.isContinued = tag === '60M' && closedBy === '62M'
      sections.push(section)
    } else if (/^62[FM]$/.test(tag)) {
      if (!section || section.closingKobo !== null) throw damaged('an opening balance is missing')
      const { kobo, day, currency } = readBalance(first)
      section.closingKobo = kobo
      closedBy = tag
      section.currencies.push(currency)
      // The opening balance may have the date of the day before the statement's first day.
      section.days.push(day)
    } else if (tag === '61') {
      row++
      if (!section || section.closingKobo !== null) throw damaged('a line is outside a statement')
      const line = readLine(first, lines.slice(1), row)
      if (line) section.lines.push(line)
      else
        section.refused.push({
          row,
          message: `Line ${row} (:61:) cannot be read: “${first.slice(0, 40)}”`,
        })
    } else if (tag === '86') {
      const line = section?.lines.at(-1)
      if (section?.closingKobo === null && line?.row === row) addWords(line, lines)
    }
  }
  if (!section || section.closingKobo === null) throw unfinished()
  for (const one of sections) {
    const zeros = one.lines.filter(({ amountKobo }) => amountKobo === 0)
    one.lines = one.lines.filter(({ amountKobo }) => amountKobo !== 0)
    one.notMoney.push(...zeros.map(({ row: at }) => zeroRow(at)))
  }
  return { sections, table: null }
}

/**
 * The standard requires a closing balance. Without one, nothing shows that the lines are complete.
 */
const unfinished = () =>
  refusal(
    'invalid',
    'The statement has no closing balance (:62F:): it was cut short, or its last day isn’t over',
    'download it again once the bank has booked that day',
  )

/** Other SWIFT messages with MT940's fields, by number. */
const otherMessages: Record<string, string> = {
  '941': 'balances without lines',
  '942': 'an interim report, which may still change',
  '900': 'a single debit',
  '910': 'a single credit',
}

const assertStatement = (text: string, fields: Field[]) => {
  const named = /\{2:[IO](\d{3})/.exec(text.slice(0, 2_000))?.[1]
  const has = (pattern: RegExp) => fields.some(({ tag }) => pattern.test(tag))
  const isInterim = has(/^(?:34F|90[CD])$/) && !has(/^60[FM]$/)
  const number = isInterim ? '942' : (named ?? '')
  const what = Object.hasOwn(otherMessages, number) ? otherMessages[number] : undefined
  if (what !== undefined) throw notReadable(`This is MT${number}: ${what}`)
}

/**
 * The tags of a statement's fields. Anything else that looks like a tag at the start of a line,
 * such as the minutes of a time, is text.
 */
const known = /^(?:13D|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS)$/

const fieldsOf = (text: string): Field[] => {
  const fields: Field[] = []
  const lines = text.split(/\r\n|\n|\r/)
  for (const [at, line] of lines.entries()) {
    const [, tag = '', rest = ''] = /^\s{0,3}(?:\{.*\{4:)?:(\d{2}[A-Z]?|NS):(.*)$/.exec(line) ?? []
    if (known.test(tag) && (tag !== '20' || isBeginning(lines, at)))
      fields.push({ tag, lines: [rest] })
    // `-}` or `-` ends a message; the next message's header may follow.
    else if (/^-\}?\s*$/.test(line) || /^\{\d:/.test(line)) fields.push({ tag: '', lines: [] })
    else fields.at(-1)?.lines.push(line)
  }
  return fields
}

/**
 * Whether the `:20:` in this line begins a statement: an account must follow. In a text, `:20:` may
 * be part of a time.
 */
const isBeginning = (lines: string[], at: number) =>
  lines.slice(at + 1, at + 5).some((line) => /^\s{0,3}:(?:21|25P?|28C?|13D|NS):/.test(line))

/** Finds the account number in `BANKCODE/0123456789/NGN`: the last part with enough digits. */
const accountIn = (text: string): string => {
  const parts = text.trim().split('/')
  const number = parts.findLast((part) => part.replace(/\D/g, '').length >= 5) ?? parts.at(-1) ?? ''
  return number.replace(/(?<=\d)[A-Z]{3}$/, '').trim()
}

const signed = (direction: string, amount: string): number | null => {
  const kobo = parseDecimal(amount.replace(/^0+(?=\d)/, ''))
  if (kobo === null || kobo === 0) return kobo
  // `RC` reverses a credit.
  return direction === 'C' || direction === 'RD' ? kobo : -kobo
}

const readBalance = (text: string) => {
  const [, mark = '', date = '', currency = '', amount = ''] =
    /^([CD])(\d{6})([A-Z]{3})([\d.,]{1,25})$/.exec(text.trim()) ?? []
  const kobo = signed(mark, amount)
  if (kobo === null) throw damaged(`the balance “${text.trim().slice(0, 40)}” cannot be read`)
  return { kobo, currency, day: dayIn(date) ?? '' }
}

const dayIn = (digits: string) => {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2)))
  return dayOf(year, month, day)
}

/**
 * Value date, entry date, direction, the currency's last letter, amount, kind of transaction, and
 * the references of the account's owner and the bank.
 */
const entry =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,20}(?:[.,]\d{0,2})?)(?!\d*[.,]?\d) ?([NSF][A-Z\d ]{3}|[NSF][A-Z\d]{2})?(.*?)(?:\/\/(.*))?$/

const readLine = (text: string, more: string[], row: number): StatementLine | null => {
  const parts = entry.exec(text.trim())
  if (!parts) return null
  const [, value = '', entered, direction = '', , amount = '', kind, own = '', bank = ''] = parts
  // The kind of transaction must follow the amount. Some banks leave it out, so that the slashes of
  // the reference follow directly; the amount must then contain a comma or a point.
  if (kind === undefined && (own !== '' || !/[.,]/.test(amount))) return null
  const valueOn = dayIn(value)
  const bookedOn = entered ? nearest(value, entered) : valueOn
  const amountKobo = signed(direction, amount)
  // The value date can be a day that does not exist, because interest can be dated 30 February. The
  // day of booking must exist.
  if (bookedOn === null || amountKobo === null) return null
  const references = [bank, own].map(tidy).filter((one) => !/^(?:NONREF)?$/.test(one))
  return {
    row,
    bookedOn,
    valueOn,
    amountKobo,
    balanceKobo: null,
    narration: tidy(more.join(' ')),
    payer: '',
    reference: references[0] ?? '',
    otherReferences: references.slice(1),
    isMarked: direction.startsWith('R') || /^.(RTI|RET)$/.test(kind ?? ''),
  }
}

/**
 * Adds the year to an entry date, which has none. It is the year of the value date, or, around New
 * Year, the year before or after.
 */
const nearest = (value: string, entered: string): string | null => {
  const [year, month] = [Number(value.slice(0, 2)), Number(value.slice(2, 4))]
  const entryMonth = Number(entered.slice(0, 2))
  const turn = month === 12 && entryMonth === 1 ? 1 : month === 1 && entryMonth === 12 ? -1 : 0
  return dayOf(year + turn, entryMonth, Number(entered.slice(2)))
}

/** Adds the words of an `:86:` field to its line; a line may have several such fields. */
const addWords = (line: StatementLine, lines: string[]) => {
  const { narration, name } = wordsOf(lines)
  if (line.amountKobo > 0) line.payer ||= name
  // No other field names the recipient of the money.
  const told = line.amountKobo > 0 ? [narration] : [narration, name]
  line.narration = joinTexts([...told, line.narration])
}

/**
 * Joins the lines, which may break anywhere after 65 characters. In a structured text, the parts
 * have numbers such as `?20` (`>20` at some banks), or names such as `/NAME/`.
 */
const wordsOf = (lines: string[]): { narration: string; name: string } => {
  const whole = lines.map((line) => (line.length < 65 ? `${line} ` : line)).join('')
  const sign = /^\d{3}([?>])\d{2}/.exec(whole)?.[1]
  if (sign === undefined) {
    const name = /\/NAME\/([^/]{1,70})/.exec(whole)?.[1] ?? ''
    return { narration: tidy(whole), name: tidy(name) }
  }
  const parts = lines.join('').split(sign).slice(1)
  const joined = (isWanted: (number: number) => boolean) =>
    tidy(
      parts
        .filter((part) => isWanted(/^\d{2}/.test(part) ? Number(part.slice(0, 2)) : -1))
        .map((part) => part.slice(2))
        .join(''),
    )
  const narration = joined(
    (number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63),
  )
  return {
    // If no part has a number that means text, all the text is in part 0.
    narration: narration || joined((number) => number === 0),
    name: joined((number) => number === 32 || number === 33),
  }
}
