import { lineMention } from '@strand/contracts/accounts/log'
import type { EventOf } from '@strand/contracts/event-codec'
import { bankLineEvents } from '@strand/contracts/money/bank-line.events'
import type { SetAsideKind } from '@strand/contracts/money/set-aside'

type LineDefinition = (typeof bankLineEvents.definitions)[number]
const toldElsewhere = [
  'BankLineRecorded',
  'BankLineWithdrawn',
  'BankLineOwed',
  'BankLineNotOwed',
  'BankLinePaidBack',
  'BankLineNotPaidBack',
] as const
type ActDefinition = Exclude<LineDefinition, { type: (typeof toldElsewhere)[number] }>

/**
 * The events of bank lines that the user log describes one by one. The words for statements cover
 * imports and withdrawals, and the words for orders cover money that is owed back.
 */
export const bankLineActs = bankLineEvents.definitions.filter(
  (definition): definition is ActDefinition =>
    !toldElsewhere.some((type) => type === definition.type),
)
type BankLineAct = EventOf<ActDefinition>

export const isBankLineAct = (event: { type: string }): event is BankLineAct =>
  bankLineActs.some(({ type }) => type === event.type)

const inNaira = (kobo: number) =>
  `₦${(kobo / 100).toLocaleString('en-US', { minimumFractionDigits: kobo % 100 === 0 ? 0 : 2 })}`

const kinds: Record<SetAsideKind, string> = {
  refund: 'money sent back',
  own: 'the shop’s own money',
  other: 'no order’s money',
}

const causes: Record<Extract<BankLineAct, { type: 'BankLineUnmatched' }>['data']['cause'], string> =
  {
    'by hand': '',
    undone: ', whose approval was undone',
    archived: ', which was archived',
    'not approved': ', which was not approved',
  }

export const describeBankLine = ({ type, data }: BankLineAct): string => {
  const line = lineMention(data.lineId)
  switch (type) {
    case 'BankLineMatched': {
      const parts = data.allocations.map(
        ({ orderId, amountKobo }) => `${inNaira(amountKobo)} for order ${orderId}`,
      )
      return `Matched ${line}: ${parts.join(', ')}`
    }
    case 'BankLineUnmatched': {
      const { orderIds, cause } = data
      const orders = `${orderIds.length === 1 ? 'order' : 'orders'} ${orderIds.join(', ')}`
      return `Unmatched ${line} from ${orders}${causes[cause]}`
    }
    case 'BankLineSetAside':
      return `Set ${line} aside as ${kinds[data.kind]}`
    case 'BankLineTakenBack':
      return `Undid setting aside ${line}`
    case 'BankLineMerged':
      return `Merged ${line} into ${lineMention(data.into)}`
    case 'BankLineKeptApart':
      return `Kept ${line} apart from ${lineMention(data.from)}`
    case 'BankLineTextErased':
      return `Erased the texts of ${line}`
  }
}
