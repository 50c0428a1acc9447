import { counted } from '@strand/contracts/counted'
import { dayInWords } from '@strand/contracts/day-words'
import { addDays } from '@strand/contracts/days'
import {
  isDoubtful,
  type StatementCounts,
  type StatementOverlap,
  type StatementPreview,
} from '@strand/contracts/money/bank-statement'
import type { StatementFormat } from '@strand/contracts/money/statement'
import { formatNumber } from '../../shared/format/money.tsx'

export const formatNames: Record<StatementFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel',
  ofx: 'OFX',
  camt: 'CAMT',
  mt940: 'MT940',
}

export const balanceWords: Record<'true' | 'false' | 'null', string> = {
  true: 'Yes: the rows lead from the opening to the closing balance.',
  false: 'No: a row is missing, or one does not belong.',
  null: 'We can’t tell: the file has no balances.',
}

const days = (count: number) => counted(count, 'day')
const lines = (count: number) => counted(count, 'line')

/** Sentences about how the file differs from lines that were already imported for the same days. */
export const doubts = ({ days: covered, known, missing, contradicts }: StatementOverlap) =>
  [
    `${counted(covered, 'day of this file has', 'days of this file have')} already been imported, ${known === 0 ? 'without any of its lines' : `with ${formatNumber(known)} of its lines`}.`,
    missing > 0 && `This file lacks ${lines(missing)} that other files have for the same days.`,
    contradicts > 0 && `On ${days(contradicts)} its balance differs from the known one.`,
  ].filter((doubt) => doubt !== false)

/**
 * Warns that lines may be counted twice. If the file really belongs to this account, some of its
 * new lines may already have been imported with other references.
 */
export const perhapsTwice = ({
  new: added,
  overlap,
}: Pick<StatementPreview, 'new' | 'overlap'>) => {
  const count = Math.min(added, overlap.missing)
  if (count === 0) return null
  return `If the file is this account’s, up to ${counted(count, 'transfer')} may count twice: in another format, the bank may use other references.`
}

/** In days: if a statement begins longer ago than this, its dates were probably misread. */
const oldAfter = 183

/**
 * Warns if the file's dates are unlikely when read in the order of day and month that the user
 * chose; null if they are plausible.
 */
export const unlikelyDays = (
  { from, to }: Pick<StatementPreview, 'from' | 'to'>,
  today: string,
): string | null => {
  if (from === null || to === null) return null
  if (to > today) return `Then the file has days in the future, up to ${dayInWords(to)}.`
  if (from < addDays(today, -oldAfter))
    return `Then the file has days from over half a year ago, since ${dayInWords(from)}.`
  return null
}

/** Why the file cannot be imported yet; empty if it can. */
export const importObstacles = (
  preview: Pick<
    StatementPreview,
    | 'refused'
    | 'balanced'
    | 'dateOrderUnclear'
    | 'accountUnclear'
    | 'narrationUnclear'
    | 'rows'
    | 'notMoney'
    | 'unknownStates'
    | 'perhapsStates'
    | 'unknownDirections'
    | 'directionUnclear'
    | 'overlap'
  >,
  /**
   * Whether the user has confirmed that the file belongs to the account, although it contradicts
   * known lines.
   */
  isConfirmed = false,
): string[] => {
  const { refused, balanced, dateOrderUnclear, rows, notMoney, unknownStates } = preview
  const obstacles: string[] = []
  if (preview.accountUnclear) obstacles.push('Please say which of its statements you mean.')
  if (dateOrderUnclear) obstacles.push('Please say which number of a date is the month.')
  if (refused.length > 0)
    obstacles.push(
      refused.length === 1
        ? 'One row cannot be imported.'
        : `${formatNumber(refused.length)} rows cannot be imported.`,
    )
  // If rows were refused, their own messages already explain the difference.
  if (balanced === false && refused.length === 0)
    obstacles.push('The rows do not lead from the opening to the closing balance.')
  if (preview.narrationUnclear) obstacles.push('Please say whether the lines have no descriptions.')
  if (preview.perhapsStates.length > 0)
    obstacles.push('Please say which column shows whether the money arrived, or that none does.')
  if (preview.directionUnclear)
    obstacles.push('Please say whether every row is money that came in.')
  if (preview.unknownDirections.length > 0)
    obstacles.push('Please say which words mean that money came in.')
  if (unknownStates.length > 0) obstacles.push('Please say what the status words mean.')
  else if (preview.unknownDirections.length === 0 && rows === notMoney.length)
    obstacles.push(
      rows === 0 ? 'The file has no lines.' : 'None of the rows shows money that arrived.',
    )
  if (isDoubtful(preview.overlap) && !isConfirmed)
    obstacles.push('Please say whether the file is this account’s.')
  return obstacles
}

/** `412 new lines, 38 known`. */
export const outcomeWords = ({ new: fresh, known, probablySame }: Omit<StatementCounts, 'rows'>) =>
  [
    counted(fresh, 'new line'),
    known > 0 && `${formatNumber(known)} known`,
    probablySame > 0 && `${formatNumber(probablySame)} probably the same as known ones`,
  ]
    .filter(Boolean)
    .join(', ')

/** Says what undoing an import did: `40 lines withdrawn, 3 kept`. */
export const withdrawnWords = ({
  withdrawn,
  kept,
}: {
  withdrawn: number
  kept: number
}): string => {
  const words = `${lines(withdrawn)} withdrawn`
  return kept === 0 ? words : `${words}, ${formatNumber(kept)} kept`
}

export const settledWords = (orders: number): string => {
  if (orders === 0) return 'It has settled no order yet.'
  return `It settled ${counted(orders, 'order')}.`
}

/** Says how many lines can be approved together, and how many of those come from this file. */
export const sureWords = (lines: number, ofFile: number): string => {
  if (lines === 1) {
    const origin = ofFile === 0 ? ', from another statement,' : ''
    return `1 unmatched line${origin} fits only one order and is waiting for your approval.`
  }
  const words = `${formatNumber(lines)} unmatched lines each fit only one order and are waiting for your approval`
  if (ofFile === lines) return `${words}.`
  return `${words}, ${ofFile === 0 ? 'none' : formatNumber(ofFile)} of them from this file.`
}

/**
 * Says how many payments the bank took back that nobody has dealt with. They may come from any
 * file.
 */
export const takenBackWords = (payments: number): string =>
  payments === 1
    ? 'In this or another statement, the bank took back 1 payment of an approved order that nobody has dealt with yet.'
    : `In this and other statements, the bank took back ${formatNumber(payments)} payments of approved orders that nobody has dealt with yet.`
