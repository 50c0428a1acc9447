import { readStatement } from '@strand/command-api/money/formats/read-statement'
import type { Statement, StatementLine } from '@strand/command-api/money/formats/statement'
import type { DateOrder, StatementMapping } from '@strand/contracts/money/statement'
import { Rejected } from '@strand/event-sourcing/errors'

type TrueLine = {
  day: string
  amount: number
  /** The texts that describe the transfer; a reader must keep each of them. */
  said: string[]
  /** All texts of the file about the transfer. */
  all: string
}

export type TrueFile = {
  path: string
  kind: 'ofx' | 'camt' | 'mt940' | 'csv' | 'xlsx' | 'html' | 'spreadsheet'
  /** Why the oracle does not consider the file coherent; empty if it does. */
  why: string
  lines: TrueLine[]
}

/** A person's description of a table (`tables.json`). */
export type Description = {
  first: number
  day: number
  form: string
  value?: number
  text: number[]
  amount?: number
  debit?: number
  credit?: number
  balance?: number
  direction?: [number, string[]]
  only?: [number, string[]]
}

export type Verdict = {
  /**
   * The currency that the shop refuses because its account is in naira; empty for naira or an
   * unknown currency.
   */
  otherMoney: string
} & (
  | { is: 'right'; asked: string[] }
  /** The file has no lines, and the shop read none. */
  | { is: 'empty'; message: string }
  /** `isAlike`: the oracle also has each line that was read before the refusal. */
  | { is: 'refused'; message: string; isAlike: boolean }
  | { is: 'wrong'; message: string }
)

/** Thrown with the message that the shop would show instead of lines. */
class Refused extends Error {}

const orderOf = (form: string): DateOrder => {
  if (form.startsWith('%m')) return 'MDY'
  return form.startsWith('%d') ? 'DMY' : 'YMD'
}

const mappingOf = (told: Description): StatementMapping => ({
  headerRow: told.first === 0 ? null : told.first - 1,
  columns: {
    bookedOn: told.day,
    valueOn: told.value ?? null,
    narration: told.text,
    payer: null,
    reference: null,
    debit: told.debit ?? null,
    credit: told.credit ?? null,
    amount: told.amount ?? null,
    balance: told.balance ?? null,
    ...(told.only && { state: told.only[0] }),
    currency: null,
    direction: told.direction?.[0] ?? null,
  },
  dateOrder: orderOf(told.form),
  states: {},
  directions: {},
  creditsOnly: false,
})

/** Without the currency column, so that the shop's reader finds that column itself. */
const withoutCurrency = (mapping: StatementMapping): StatementMapping => {
  const { currency: _, ...columns } = mapping.columns
  return { ...mapping, columns }
}

const isOfOther = /^The file is a statement of (?:a credit card|an investment account)/

type Read = { statements: Statement[]; asked: string[] }

/** Reads a file, and answers the questions that the shop's screen would ask. */
const read = (bytes: Uint8Array, told: Description | undefined, isTable: boolean): Read => {
  const asked = new Set<string>()
  const one = (account: string | undefined): Statement => {
    let statement = readStatement(bytes, { account })
    if (!isTable || !told || !statement.mapping) return statement
    const again = (change: Partial<StatementMapping>) => {
      const mapping = { ...(statement.mapping ?? mappingOf(told)), ...change }
      statement = readStatement(bytes, { account, mapping })
    }
    if (/^It is not clear which columns/.test(statement.refused[0]?.message ?? '')) {
      asked.add('columns')
      again(mappingOf(told))
    }
    // Reads a file in another currency as if it were naira, to check its digits.
    const { columns, dateOrder } = statement.mapping ?? mappingOf(told)
    if (typeof columns.currency === 'number')
      again({
        columns: { ...columns, currency: null },
        dateOrder: statement.dateOrderUnclear ? null : dateOrder,
      })
    if (statement.dateOrderUnclear) {
      asked.add('order of day and month')
      again({ dateOrder: orderOf(told.form) })
    }
    if (statement.perhapsStates.length > 0 && statement.mapping) {
      asked.add('status column')
      again({ columns: { ...statement.mapping.columns, state: told.only?.[0] ?? null } })
    }
    if (statement.unknownStates.length > 0) {
      asked.add('words for a status')
      const arrived = new Set(told.only?.[1].map((word) => word.toLowerCase()))
      const meanings = statement.unknownStates.map(
        ({ word }) => [word, arrived.has(word) ? 'arrived' : 'not'] as const,
      )
      again({ states: Object.fromEntries(meanings) })
    }
    if (statement.unknownDirections.length > 0) {
      asked.add('words for a direction')
      const incoming = new Set(told.direction?.[1].map((word) => word.toLowerCase()))
      const meanings = statement.unknownDirections.map(
        ({ word }) => [word, incoming.has(word) ? 'in' : 'out'] as const,
      )
      again({ directions: Object.fromEntries(meanings) })
    }
    if (statement.directionUnclear) {
      asked.add('direction')
      again({ creditsOnly: true })
    }
    return statement
  }
  const first = one(undefined)
  if (first.account !== null || first.accounts.length < 2)
    return { statements: [first], asked: [...asked] }
  asked.add('account')
  const statements = first.accounts.flatMap((account) => {
    try {
      return [one(account)]
    } catch (error) {
      // Skips a card that the file contains beside the bank account, because nobody would choose it.
      if (error instanceof Rejected && isOfOther.test(error.message)) return []
      throw error
    }
  })
  if (statements.length === 0) throw new Refused('Each of its accounts is a card or an investment')
  return { statements, asked: [...asked] }
}

/** Throws for statements that the shop would not import unchanged. */
const assertImportable = (statements: Statement[]) => {
  for (const { refused, balanced } of statements) {
    if (refused[0]) throw new Refused(refused[0].message)
    if (balanced === false) throw new Refused('The rows do not add up')
  }
}

/** Letters and digits only, because banks break and space their texts to fit their lines. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * In characters. Narrations are cut at 500, so a longer one than `perhapsCut` may lack its end.
 * Then only the first `surelyKept` of each text are looked for in it.
 */
const perhapsCut = 480
const surelyKept = 150

const isSame = (line: StatementLine, { day, amount, said, all }: TrueLine): boolean => {
  if (line.bookedOn !== day || line.amountKobo !== amount) return false
  const references = [line.reference, ...(line.otherReferences ?? [])].join(' ')
  const kept = plain(`${line.payer} ${line.narration} ${line.payer} ${references}`)
  const isCut = line.narration.length > perhapsCut
  const isKept = said.every((text) => {
    const whole = plain(text)
    return kept.includes(isCut ? whole.slice(0, surelyKept) : whole)
  })
  const whole = plain(all)
  const words = `${line.payer} ${line.narration}`.split(' ')
  return (
    isKept && words.slice(0, isCut ? -1 : undefined).every((word) => whole.includes(plain(word)))
  )
}

const shown = (amount: number, day: string, text: string) =>
  `${(amount / 100).toFixed(2)} on ${day} “${text.replace(/\s+/g, ' ').slice(0, 90)}”`

/** The first transfer that only one side has; empty if they agree. */
const difference = (lines: StatementLine[], truth: TrueLine[]): string => {
  const left = [...lines]
  for (const line of truth) {
    const at = left.findIndex((one) => isSame(one, line))
    if (at < 0) return `not read: ${shown(line.amount, line.day, line.said.join(' / '))}`
    left.splice(at, 1)
  }
  const [more] = left
  return more ? `not there: ${shown(more.amountKobo, more.bookedOn, more.narration)}` : ''
}

const isPartOf = (lines: StatementLine[], truth: TrueLine[]): boolean =>
  lines.every((line) => truth.some((one) => isSame(line, one)))

const otherNames = /(?<![A-Za-z])(?:USD|EUR|GBP|CHF|LTL|RUR|CAD|SEK|HUF|SGD)(?![A-Za-z])|\$/gi
/** The euro sign in UTF-8. */
const euro = /\xe2\x82\xac/g
const inNaira = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes).toString('latin1').replace(euro, 'NGN').replace(otherNames, 'NGN'),
    'latin1',
  )
const saidInNaira = (text: string) => text.replace(/€/g, 'NGN').replace(otherNames, 'NGN')

/** The currency for which the shop would refuse a statement; empty for naira or none. */
const otherMoneyOf = (bytes: Uint8Array, told: Description | undefined): string => {
  try {
    const first = readStatement(bytes)
    const isAsked = first.mapping !== null && first.lines.length + first.notMoney.length === 0
    const mapping = told && isAsked ? withoutCurrency(mappingOf(told)) : undefined
    const { currencies, notMoney } = mapping ? readStatement(bytes, { mapping }) : first
    const foreign = notMoney.flatMap(
      ({ message }) => /^In (\S+), not in naira/.exec(message)?.[1] ?? [],
    )
    return [...currencies, ...foreign].find((one) => !/^(?:NGN|NAIRA|)$/i.test(one)) ?? ''
  } catch (error) {
    if (error instanceof Rejected) return ''
    throw error
  }
}

export const judge = (
  file: Uint8Array,
  truth: TrueFile,
  told: Description | undefined,
): Verdict => {
  const otherMoney = otherMoneyOf(file, told)
  const isTable = told !== undefined
  const isText = truth.kind !== 'xlsx'
  const isForeignText = isTable && isText && otherMoney !== ''
  const bytes = isForeignText ? inNaira(file) : file
  const lines = isForeignText
    ? truth.lines.map((line) => ({
        ...line,
        said: line.said.map(saidInNaira),
        all: saidInNaira(line.all),
      }))
    : truth.lines
  let isAlike = true
  try {
    const { statements, asked } = read(bytes, told, isTable)
    const found = statements.flatMap((statement) => statement.lines)
    isAlike = isPartOf(found, lines)
    assertImportable(statements)
    const [notMoney] = statements.flatMap((statement) => statement.notMoney)
    if (found.length === 0 && lines.length === 0)
      return { is: 'empty', message: notMoney?.message ?? 'Nothing', otherMoney }
    if (found.length === 0 && notMoney)
      return { is: 'refused', message: notMoney.message, isAlike, otherMoney }
    const message = difference(found, lines)
    const isListed = found.length + statements.flatMap((one) => one.notMoney).length
    if (message !== '' && notMoney && isListed >= lines.length && isPartOf(found, lines))
      return { is: 'refused', message: notMoney.message, isAlike, otherMoney }
    return message === ''
      ? { is: 'right', asked, otherMoney }
      : { is: 'wrong', message, otherMoney }
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof Refused)) throw error
    if (lines.length === 0) return { is: 'empty', message: error.message, otherMoney }
    return { is: 'refused', message: error.message, isAlike, otherMoney }
  }
}
