import { statementMention } from '@strand/contracts/accounts/log'
import { counted } from '@strand/contracts/counted'
import { dayInWords, spanInWords } from '@strand/contracts/day-words'
import type { BankStatementEvent } from '@strand/contracts/money/events'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderEvent } from '@strand/contracts/order/events'

type TakenBack = Extract<OrderEvent, { type: 'OrderMoneyTakenBack' }>['data']

export const statementWords = ({ type, data }: BankStatementEvent): string => {
  switch (type) {
    case 'BankStatementImported':
      return `Imported a bank statement ${spanInWords(data)}: ${counted(data.new, 'new line')}`
    case 'BankStatementTakenBack':
      return `Undid the import of a bank statement ${spanInWords(data)}: ${counted(data.withdrawn, 'withdrawn line')}`
    case 'BankStatementTextErased':
      return `Erased the texts of ${statementMention(data.statementId)}`
  }
}

/**
 * Quotes a name that someone typed, and replaces the name's own quotation marks. Otherwise the name
 * `x. Approved order 1` could be mistaken for our words. The replacement, a double prime, looks
 * almost the same, and is right for inches.
 */
export const quoted = (name: string) => `"${name.replaceAll('"', '″')}"`

export const money = (naira: number) => `₦${naira.toLocaleString('en-US')}`

export const mailsOf = (state: 'held' | 'failed', count: number) => counted(count, `${state} mail`)

export const reportWords = ({
  name,
  parameters,
}: {
  name: string
  parameters: { from: string; to: string }
}): string => `Issued the report ${name} ${spanInWords(parameters)}`

export const takenBackWords = ({
  orderId,
  amountKobo,
  takenBackOn,
  isCertain,
}: TakenBack): string =>
  `Noticed that the bank ${isCertain ? 'took' : 'may have taken'} back ${formatKobo(amountKobo)} of order ${orderId} on ${dayInWords(takenBackOn)}`

const viewActs = {
  ViewShared: 'Shared a view',
  SharedViewChanged: 'Changed a shared view',
  SharedViewRemoved: 'Stopped sharing a view',
}

export const viewWords = (act: keyof typeof viewActs, list: string) =>
  `${viewActs[act]} of the list ${list}`
