import type { BankLine } from '@strand/contracts/money/bank-line'
import type { LineForm } from '../line-address.ts'

export type LineAction = { text: string; form: LineForm }

const match: LineAction = { text: 'Match to an order', form: 'match' }
const unmatch: LineAction = { text: 'Unmatch', form: 'unmatch' }
const owe: LineAction = { text: 'Mark as owed back', form: 'owe' }
const setAside: LineAction = { text: 'Set aside', form: 'setaside' }
const compare: LineAction = { text: 'Compare', form: 'compare' }

export const freeKobo = ({ amountKobo, allocatedKobo }: BankLine): number =>
  amountKobo - allocatedKobo

/**
 * The actions that the line allows. Actions that need no form are missing here, because they have
 * their own buttons.
 */
export const lineActions = (line: BankLine): LineAction[] => {
  const paysOrders = line.allocations.length > 0
  const isOurs = line.kind === 'returned' || line.reversedBy !== null
  switch (line.status) {
    case 'unmatched':
      return [
        match,
        ...(paysOrders ? [unmatch] : []),
        ...(line.allocatedKobo === 0 ? [setAside] : []),
        ...(isOurs ? [] : [owe]),
      ]
    case 'matched':
      return paysOrders ? [unmatch] : []
    case 'probablysame':
      return [compare]
    default:
      return []
  }
}
