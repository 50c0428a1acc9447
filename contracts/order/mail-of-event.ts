import type { MailKind } from '../mail/mail.ts'
import type { OrderEvent } from './events.ts'
import type { OrderStatus } from './status.ts'
import { isStatusMailed } from './status-change.ts'

type OrderMailKind = Extract<MailKind, `order-${string}`>

export const orderMails = {
  'order-received': 'OrderCreated',
  'order-confirmed': 'OrderApproved',
  'order-status-changed': 'OrderStatusChanged',
  'order-change-undone': 'OrderChangeUndone',
  'order-archived': 'OrderArchived',
  'order-question': 'OrderQuestionAsked',
  'order-money-owed': 'OrderMoneyOwed',
  'order-money-paid-back': 'OrderMoneyPaidBack',
} as const satisfies Record<OrderMailKind, OrderEvent['type']>
export type MailedEvent = Extract<OrderEvent, { type: (typeof orderMails)[OrderMailKind] }>
const kinds = Object.keys(orderMails) as OrderMailKind[]

type Depending = 'OrderStatusChanged' | 'OrderChangeUndone' | 'OrderArchived'
type DataOf<Type> = Extract<OrderEvent, { type: Type }>['data']
/**
 * The parts of an event on which its email depends. A screen knows these before the event exists.
 */
export type MailCause =
  | { type: Exclude<OrderEvent['type'], Depending> }
  | { type: 'OrderStatusChanged'; data: Pick<DataOf<'OrderStatusChanged'>, 'to'> }
  | { type: 'OrderChangeUndone'; data: Pick<DataOf<'OrderChangeUndone'>, 'forCustomer'> }
  | { type: 'OrderArchived'; data: { from: OrderStatus; message: unknown } }

export const mailOfEvent = (event: MailCause): OrderMailKind | null =>
  isToldToCustomer(event) ? (kinds.find((kind) => orderMails[kind] === event.type) ?? null) : null

const isToldToCustomer = (event: MailCause): boolean => {
  switch (event.type) {
    case 'OrderStatusChanged':
      return isStatusMailed(event.data.to)
    case 'OrderChangeUndone':
      return event.data.forCustomer === 'mailed'
    case 'OrderArchived':
      return event.data.from === 'pending' && event.data.message !== null
    default:
      return true
  }
}
