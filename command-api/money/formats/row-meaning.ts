import { saysReturn } from '@strand/contracts/money/return-words'
import type {
  DirectionMeaning,
  StateMeaning,
  StatementMapping,
} from '@strand/contracts/money/statement'
import { parseAmount } from './amounts.ts'
import { currencyCode, foreignCurrencyIn, isCurrencyName } from './currencies.ts'
import type { UnknownColumn, WordCount } from './statement.ts'
import { knownState, plainState } from './states.ts'

type Columns = StatementMapping['columns']

/** How many different values a column of states, currencies or directions may have. */
const maxWords = 40
/** A longer cell is text that a person wrote, not a word from the bank's fixed set. */
const maxWordLength = 40

/**
 * The different words in a column, each with its number of rows; null if there are none, or too
 * many.
 */
const wordsIn = (rows: string[][], column: number): Map<string, number> | null => {
  const words = new Map<string, number>()
  for (const row of rows) {
    const cell = (row[column] ?? '').trim()
    if (cell === '') continue
    if (cell.length > maxWordLength) return null
    words.set(cell, (words.get(cell) ?? 0) + 1)
    if (words.size > maxWords) return null
  }
  return words.size > 0 ? words : null
}

/**
 * A column of unknown words may be a status column only if it has at most this many different
 * words, each at most this long.
 */
const maxStateWords = 8
const maxStateLength = 30

/**
 * Words for places, institutions and money. A column with one of them in its heading is never a
 * status column.
 */
const otherHeading =
  /\b(branch|bank|bic|swift|iban|country|city|location|account|currency|ccy|channel|category)\b/

const isPlaceholder = (word: string) => /^[\s\-–—.*]*$/.test(word)

/** Whether unknown words may be a bank's words for a transfer's state. */
const mayBeStates = (words: Map<string, number>, heading: string): boolean => {
  const said = [...words.keys()].filter((word) => !isPlaceholder(word))
  const rows = said.reduce((sum, word) => sum + (words.get(word) ?? 0), 0)
  // If three or more rows all have different words, the words are not states.
  const isRepeated = said.length < Math.max(3, rows)
  return (
    said.length > 0 &&
    said.length <= maxStateWords &&
    isRepeated &&
    !otherHeading.test(heading) &&
    said.every((word) => word.length <= maxStateLength && !/\p{N}/u.test(word)) &&
    !said.every(isCurrencyName)
  )
}

const stateHeading = /\b(status|outcome|result|response)\b/
/**
 * "State" may also mean a place, such as Lagos State, so these headings count only if the column
 * has a known status word.
 */
const perhapsStateHeading = /\b(state|stat|estado|stato|etat|zustand|ergebnis|resultat|resultado)\b/
const currencyHeading =
  /^(transaction |trans |txn |account |settlement )?(currency|ccy|curr|cur)( code)?$/

const plainHeading = (heading = '') =>
  heading
    .slice(0, 60)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** English words, and words from the foreign banks' files that we have tried to read. */
const incoming =
  /^(cr|c|bij|credit|credited|in|inflow|incoming|(money|transfer)[ -]?(in|received)|received|deposit|pay ?in|\+)\.?$/i
const outgoing =
  /^(dr|d|db|af|debit|debited|out|outflow|outgoing|(money|transfer)[ -]?(out|sent)|sent|withdrawal|pay ?out|[-−])\.?$/i

const debitWords =
  /\b((trf|tfr|transfer|transferred|sent|paid|payment) to|out|outward|outflow|debit|debited|dr|withdrawal|purchase|pos|atm|airtime|data|bills?|charges?|fees?|levy|vat|emtl|stamp duty|commission|subscription|salary|repayment|electricity)\b/i

/** Whether a row reads like an outgoing payment. */
export const readsLikeDebit = (row: string[]): boolean => row.some((cell) => debitWords.test(cell))

/** The direction that a cell names; null if it names none. */
export const directionOf = (cell: string): 'in' | 'out' | null => {
  const word = cell.trim()
  if (incoming.test(word)) return 'in'
  return outgoing.test(word) ? 'out' : null
}

/**
 * Interprets the words in the direction column, using a person's explanations of unknown words.
 * Collects the words that nobody has explained.
 */
export const openDirections = ({ directions }: StatementMapping) => {
  const unknown = new Map<string, number>()
  const explained = new Map(Object.entries(directions).map(([word, is]) => [plainState(word), is]))
  const read = (cell: string): DirectionMeaning | null =>
    directionOf(cell) ?? explained.get(plainState(cell)) ?? null
  return {
    unknown,
    read,
    /** A return can be incoming or outgoing, so a word for a return gives no direction. */
    note: (cell: string) => {
      const word = plainState(cell)
      if (read(cell) === null && !saysReturn(cell)) unknown.set(word, (unknown.get(word) ?? 0) + 1)
    },
  }
}

const usedColumns = ({ narration, ...single }: Columns): Set<number> =>
  new Set([...narration, ...Object.values(single)].filter((one) => typeof one === 'number'))

/**
 * Finds the columns that say whether a row is money, in which currency, and in which direction. If
 * a person named a column, takes that one; otherwise, decides by headings and words. If no column
 * is clearly the status column, but a column with unknown words may be, `state` stays undefined, so
 * that a person is asked.
 *
 * @param rows the rows with a day and an amount
 */
export const withRowColumns = (
  mapping: StatementMapping,
  heading: string[],
  rows: string[][],
): { mapping: StatementMapping; perhapsStates: UnknownColumn[] } => {
  const columns = { ...mapping.columns }
  const width = Math.max(heading.length, ...rows.slice(0, 50).map(({ length }) => length))
  const known = new Map<number, Map<string, number>>()
  const used = usedColumns(columns)
  for (let column = 0; column < width; column++) {
    const words = used.has(column) ? null : wordsIn(rows, column)
    if (words) known.set(column, words)
  }
  const take = (score: (words: Map<string, number>, heading: string) => number): number | null => {
    const scored = [...known].map(([column, words]) => ({
      column,
      score: score(words, plainHeading(heading[column])),
    }))
    const best = scored.reduce((one, other) => (other.score > one.score ? other : one), {
      column: -1,
      score: 0,
    })
    known.delete(best.column)
    return best.score > 0 ? best.column : null
  }
  const cellsThat = (words: Map<string, number>, isOne: (word: string) => boolean) =>
    [...words].reduce((sum, [word, count]) => sum + (isOne(word) ? count : 0), 0)
  const isHeaded = (pattern: RegExp, name: string) => (pattern.test(name) ? 1_000_000 : 0)

  /**
   * Whether no amount is negative. If so, only the words in a direction column can tell which way
   * the money went, and a row with any other word there, such as *Airtime*, must not count as
   * incoming.
   */
  const isUnsigned = rows.every((row) => (parseAmount(row[columns.amount ?? -1] ?? '') ?? 0) >= 0)
  if (columns.direction === undefined)
    columns.direction =
      columns.amount === null
        ? null
        : take((words) => {
            const [ins, outs] = (['in', 'out'] as const).map((direction) =>
              cellsThat(words, (word) => directionOf(word) === direction),
            )
            const signs = (ins ?? 0) + (outs ?? 0)
            // Some banks mark only one of the two directions.
            const isAlone = signs === cellsThat(words, () => true)
            const isTelling = isUnsigned && ((ins !== 0 && outs !== 0) || isAlone)
            return isTelling || signs > rows.length / 2 ? signs : 0
          })
  if (columns.currency === undefined)
    columns.currency = take((words, name) => {
      const codes = [...words.keys()].every(isCurrencyName)
      return codes ? isHeaded(currencyHeading, name) + 1 : isHeaded(currencyHeading, name)
    })
  let perhapsStates: UnknownColumn[] = []
  if (columns.state === undefined) {
    const state = take((words, name) => {
      const cells = cellsThat(words, () => true)
      const explained = cellsThat(words, (word) => knownState(word) !== null)
      // A word such as `Reversal` may name the kind of transfer, not its state.
      const telling = cellsThat(words, (word) => knownState(word) !== null && !saysReturn(word))
      // A column about returns ranks lower: if another column says whether the money arrived, this
      // one only says whether it was taken back.
      const ofReturns = /\b(reversal|return|refund)/.test(name)
      if (stateHeading.test(name)) return (ofReturns ? 1_000 : 1_000_000) + explained
      const isState = telling > 0 && perhapsStateHeading.test(name)
      return isState || telling > cells / 2 ? explained : 0
    })
    perhapsStates =
      state === null
        ? [...known]
            .filter(([column, words]) => mayBeStates(words, plainHeading(heading[column])))
            .map(([column, words]) => ({ column, words: countsOf(words) }))
        : []
    if (perhapsStates.length === 0) columns.state = state
  }
  return { mapping: { ...mapping, columns }, perhapsStates }
}

export const countsOf = (words: Map<string, number>): WordCount[] =>
  [...words].map(([word, rows]) => ({ word, rows }))

type RowMeaning = {
  /** Why the row is not money; null if it may be money. */
  notMoney: string | null
  /** Whether the bank marks the row as a return or a reversal. */
  isMarked: boolean
}

const quoted = (cell: string) => `“${cell.trim().slice(0, maxWordLength)}”`

/**
 * Reads what each row says about its money. Collects the status words that nobody has explained.
 */
export const openRowMeanings = ({ columns, states }: StatementMapping, heading: string[]) => {
  const unknownStates = new Map<string, number>()
  const used = usedColumns(columns)
  const amounts = [columns.amount, columns.debit, columns.credit, columns.balance].filter(
    (column) => column !== null,
  )
  const headed = amounts.flatMap((column) => foreignCurrencyIn(heading[column] ?? '') ?? [])[0]
  const explained = new Map(Object.entries(states).map(([word, is]) => [plainState(word), is]))

  const currencyProblem = (row: string[]): string | null => {
    const { currency } = columns
    if (typeof currency === 'number') {
      const cell = (row[currency] ?? '').trim()
      if (cell === '') return 'The row does not state its currency'
      const code = currencyCode(cell)
      return code === 'NGN' ? null : `In ${code.slice(0, 20)}, not in naira`
    }
    const found =
      headed ?? amounts.flatMap((column) => foreignCurrencyIn(row[column] ?? '') ?? [])[0]
    return found === undefined ? null : `In ${found}, not in naira`
  }

  const stateOf = (cell: string): StateMeaning | 'unknown' => {
    const word = plainState(cell)
    const known = knownState(cell) ?? explained.get(word)
    if (known) return known
    unknownStates.set(word, (unknownStates.get(word) ?? 0) + 1)
    return 'unknown'
  }
  const stateProblem = (row: string[]): string | null => {
    const { state } = columns
    if (typeof state !== 'number') return null
    const cell = row[state] ?? ''
    const meaning = stateOf(cell)
    if (meaning === 'arrived') return null
    const said = cell.trim() === '' ? 'An empty state' : quoted(cell)
    return meaning === 'not'
      ? `${said} says that the money did not arrive, or did not stay`
      : `${said} is not known: please say what it means`
  }

  /** The cells in columns without a known role, such as the kind of transfer or a second status. */
  const others = (row: string[]) =>
    row.filter((cell, column) => cell.trim() !== '' && !used.has(column))
  const otherProblem = (row: string[]): string | null => {
    const cell = others(row).find((one) => one.length <= maxWordLength && isNot(one))
    return cell === undefined ? null : `${quoted(cell)} says that the money did not arrive`
  }

  return {
    unknownStates,
    read: (row: string[]): RowMeaning => ({
      notMoney: currencyProblem(row) ?? stateProblem(row) ?? otherProblem(row),
      isMarked: others(row).some(
        (cell) => cell.length <= 120 && saysReturn(cell) && !deniesReturn(cell),
      ),
    }),
  }
}

/** Matches a cell that says there was no return, such as `NOT_REVERSED` under *Reversal status*. */
const denial =
  /^(not|non|un) ?(reversed|returned|refunded)$|^no (reversal|return|refund)s?$|^(reversal|return|refund)\w* (no|none)$/
const deniesReturn = (cell: string) => denial.test(plainState(cell))

/**
 * A return also moves money, so a word for a return does not exclude the row. The row becomes a
 * line marked as a return.
 */
const isNot = (cell: string) => knownState(cell) === 'not' && !saysReturn(cell)
