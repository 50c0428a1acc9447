import { parseDecimal } from './amounts.ts'
import { takeOutForeign } from './currencies.ts'
import { dayOf, parseInstant } from './dates.ts'
import {
  damaged,
  type NotMoneyRow,
  namingTexts,
  newSection,
  otherContent,
  type ReadFile,
  type Section,
  type StatementLine,
  zeroRow,
} from './statement.ts'
import { readTags } from './tags.ts'
import { decodeText, joinTexts, tidy } from './text.ts'
import { type Element, find, findAll, xmlEncoding } from './xml.ts'

/**
 * Reads OFX 1 (SGML) and OFX 2 (XML), with any number of statements. Elements that are optional in
 * the standard may be absent or empty. Decision 204 says which package reads the tags.
 */
export const readOfx = (bytes: Uint8Array): ReadFile => {
  const text = decodeText(bytes, charsetOf)
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw damaged('it has a DOCTYPE')
  const start = text.search(/<OFX>/i)
  if (start < 0) throw damaged('it contains no OFX')
  const sections: Section[] = []
  let section = newSection()
  let row = 0
  let currencies = new Map<number, string>()
  let bankError = ''
  const kinds = new Map<Section, string>()
  const end = (other: string) => (statement: Element) => {
    const account = find(statement, 'BANKACCTFROM') ?? find(statement, 'CCACCTFROM')
    section.account = value(account ?? find(statement, 'INVACCTFROM'), 'ACCTID')
    kinds.set(section, value(account, 'ACCTTYPE').toUpperCase())
    section.currencies.push(value(statement, 'CURDEF').toUpperCase())
    section.other = other
    section.days = daysOf(statement)
    section.closingKobo = closingOf(statement, section.lines)
    takeOutForeign(section, currencies)
    sections.push(section)
    section = newSection()
    currencies = new Map()
  }
  readTags(text.slice(start), {
    OFX: () => {},
    STMTTRN: (transaction) => {
      row++
      currencies.set(row, value(find(transaction, 'CURRENCY'), 'CURSYM'))
      const line = readLine(section, transaction, row)
      if (line) section.lines.push(line)
    },
    STATUS: (status) => {
      if (/^error$/i.test(value(status, 'SEVERITY')))
        bankError = value(status, 'MESSAGE') || `code ${value(status, 'CODE')}`
    },
    // Transactions that the bank has not booked yet are in a separate list.
    STMTTRNP: (transaction) => {
      row++
      const amountKobo = parseDecimal(value(transaction, 'TRNAMT'))
      const message = `Transaction ${row} is pending: the bank has not booked it`
      const texts = [textsOf(transaction).narration]
      section.notMoney.push({ row, message, amountKobo, balanceKobo: null, texts })
    },
    STMTRS: end(''),
    CCSTMTRS: end('a credit card'),
    INVSTMTRS: end('an investment account'),
  })
  if (sections.length === 0 && bankError !== '')
    throw otherContent(
      `The file contains an error from the bank instead of a statement: “${tidy(bankError)}”`,
    )
  if (sections.length === 0) throw otherContent('The file contains no statement of an account')
  tellKindsApart(kinds)
  dropCorrected(sections)
  refuseRepeated(sections)
  return { sections, table: null }
}

/** OFX 1 names its encoding in its header, OFX 2 in the XML declaration. */
const charsetOf = (head: string): string | undefined => {
  const charset = /^\s*CHARSET:\s*([\w-]+)/im.exec(head)?.[1]
  if (charset !== undefined) return /^\d{4}$/.test(charset) ? `windows-${charset}` : charset
  return xmlEncoding(head)
}

/** All the text in an element, including the text inside tags that the bank put into it. */
const wordsIn = (element: Element | undefined): string =>
  element ? [element.text, ...element.children.map(wordsIn)].join(' ') : ''

const value = (element: Element | undefined, ...path: string[]): string =>
  wordsIn(find(element, ...path)).trim()

const daysOf = (statement: Element): string[] => {
  // The list's first and last day. If the bank left the list unclosed, these tags are beside the
  // list instead of inside it.
  const list = find(statement, 'BANKTRANLIST') ?? statement
  return ['DTSTART', 'DTEND'].map((name) => ofxDay(value(list, name)) ?? '')
}

/**
 * The closing balance. Null if the file's balance is not the one at the end of the list; for
 * example, a list for last month may come with today's balance.
 */
const closingOf = (statement: Element, lines: StatementLine[]): number | null => {
  const balance = find(statement, 'LEDGERBAL')
  // Some banks send a balance such as `2607.1664944585727`, or none; the balance is then unknown.
  const kobo = parseDecimal(value(balance, 'BALAMT'))
  const asOf = ofxDay(value(balance, 'DTASOF'))
  const [, to = ''] = daysOf(statement)
  const last = lines.reduce((day, { bookedOn }) => (bookedOn > day ? bookedOn : day), '')
  return asOf !== null && asOf >= last && (to === '' || asOf <= to) ? kobo : null
}

const readLine = (section: Section, transaction: Element, row: number): StatementLine | null => {
  const refuse = (message: string) => {
    section.refused.push({ row, message: `Transaction ${row} ${message}` })
    return null
  }
  for (const name of ['DTPOSTED', 'TRNAMT'])
    if (findAll(transaction, name).length > 1) throw damaged(`${name} appears twice`)
  const [posted, amount] = [value(transaction, 'DTPOSTED'), value(transaction, 'TRNAMT')]
  const texts = textsOf(transaction)
  // A transaction without an amount can be a day's balance.
  if (!/\d/.test(amount) && /balance|saldo|solde/i.test(texts.narration))
    return noLine(section, { ...zeroRow(row), message: `Transaction ${row} only gives a balance` })
  const [bookedOn, amountKobo] = [ofxDay(posted), parseDecimal(amount)]
  if (bookedOn === null) return refuse(`has no date that can be read${quoted(posted)}`)
  if (amountKobo === null) return refuse(`has no amount that can be read${quoted(amount)}`)
  if (amountKobo > 0 && /^debit$/i.test(value(transaction, 'TRNTYPE')))
    return refuse('is marked as a debit, but its amount is a credit')
  if (amountKobo === 0) return noLine(section, zeroRow(row))
  const problem = notMoneyProblem(transaction)
  if (problem) {
    const message = `Transaction ${row} ${problem}`
    section.notMoney.push({ row, message, amountKobo, balanceKobo: null, texts: [texts.narration] })
    const corrected = tidy(value(transaction, 'CORRECTFITID'))
    if (corrected !== '') section.corrects = (section.corrects ?? new Set()).add(corrected)
    return null
  }
  return {
    row,
    bookedOn,
    valueOn: ofxDay(value(transaction, 'DTAVAIL')),
    amountKobo,
    balanceKobo: null,
    narration: texts.narration,
    payer: amountKobo > 0 ? texts.payer : '',
    reference: tidy(value(transaction, 'FITID') || value(transaction, 'REFNUM')),
  }
}

const noLine = (section: Section, row: NotMoneyRow): null => {
  section.notMoney.push(row)
  return null
}

const notMoneyProblem = (transaction: Element): string | null => {
  if (/^hold$/i.test(value(transaction, 'TRNTYPE'))) return 'is held: the bank has not booked it'
  if (value(transaction, 'CORRECTFITID') !== '')
    return 'corrects another transaction, which it refers to by id'
  return null
}

const quoted = (text: string) => (text === '' ? '' : `: “${text.slice(0, 40)}”`)

/**
 * The payer comes from the transaction's name fields. These also begin the narration, because some
 * banks write the transfer's description into the name field.
 */
const textsOf = (transaction: Element) => {
  const of = (...path: string[]) => tidy(value(transaction, ...path))
  const payee = of('PAYEE', 'NAME') || of('PAYEE')
  const payer = joinTexts([of('NAME'), of('EXTDNAME'), payee])
  const numbers = [of('REFNUM'), of('CHECKNUM')].filter((number) => /[1-9a-z]/i.test(number))
  const id = of('FITID')
  const other = numbers.filter((number) => !id.includes(number))
  return { payer, narration: joinTexts([payer, of('MEMO'), ...other]) }
}

/** Moves transactions to `notMoney` if another transaction in the file corrects them. */
const dropCorrected = (sections: Section[]) => {
  for (const section of sections) {
    const corrected = section.lines.filter(({ reference }) => section.corrects?.has(reference))
    for (const line of corrected)
      section.notMoney.push({
        row: line.row,
        message: `Transaction ${line.row} is corrected by another one`,
        amountKobo: line.amountKobo,
        balanceKobo: null,
        texts: namingTexts(line),
      })
    section.lines = section.lines.filter((line) => !corrected.includes(line))
    section.notMoney.sort((one, other) => one.row - other.row)
  }
}

/**
 * A customer's current and savings accounts can have the same number. The kind of account then
 * becomes part of the account's name.
 */
const tellKindsApart = (kinds: Map<Section, string>) => {
  for (const same of Map.groupBy(kinds, ([{ account }]) => account).values()) {
    const different = new Set(same.map(([, kind]) => kind).filter((kind) => kind !== ''))
    if (different.size > 1)
      for (const [section, kind] of same) section.account = `${section.account} ${kind}`.trim()
  }
}

/**
 * Refuses a transaction that is in two statements of one account, as in a file that was joined from
 * parts. It must not count twice.
 */
const refuseRepeated = (sections: Section[]) => {
  const seen = new Map<string, Section>()
  for (const section of sections)
    for (const { row, bookedOn, amountKobo, reference, narration } of section.lines) {
      const key = JSON.stringify([section.account, bookedOn, amountKobo, reference, narration])
      const before = seen.get(key)
      if (before && before !== section)
        section.refused.push({
          row,
          message: `Transaction ${row} is in two statements of this file`,
        })
      seen.set(key, section)
    }
}

/**
 * Reads `20260304`, `20260304120000` or `20260304233000.000[0:GMT]`. The last of these is on the
 * next day in Lagos.
 */
const ofxDay = (text: string): string | null => {
  const parts =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(?:\.\d+)?(?:\s*\[([+-]?)(\d{1,2})(?:\.(\d{1,2}))?[^\]]*\])?$/.exec(
      text,
    )
  if (!parts) return null
  const [, year = '', month = '', day = '', hour = '', minute, second = '00'] = parts
  const [sign, offset, fraction = '0'] = parts.slice(7)
  const written = dayOf(Number(year), Number(month), Number(day))
  if (offset === undefined || hour === '' || written === null) return written
  if (Number(offset) > 14) return null
  // Both `5.30` and `5.5` mean five and a half hours.
  const minutes = fraction.length === 2 ? Number(fraction) : Number(fraction) * 6
  const zone = `${sign === '-' ? '-' : '+'}${offset.padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  return parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
}
