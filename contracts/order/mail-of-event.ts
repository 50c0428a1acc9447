import type { MailKind } from '../mail/mail.ts'
import type { OrderEvent } from './events.ts'
import { isStatusMailed } from './status-change.ts'

/** The mail that an event sends, or null. */
export const mailOfEvent = (event: OrderEvent): MailKind | null => {
  switch (event.type) {
    case 'OrderCreated':
      return 'order-received'
    case 'OrderApproved':
      return 'order-confirmed'
    case 'OrderStatusChanged':
      return isStatusMailed(event.data.to) ? 'order-status-changed' : null
    case 'OrderChangeUndone':
      return event.data.forCustomer === 'mailed' ? 'order-change-undone' : null
    case 'OrderArchived':
      return event.data.from === 'pending' && event.data.message ? 'order-archived' : null
    case 'OrderQuestionAsked':
      return 'order-question'
    case 'OrderMoneyOwed':
      return 'order-money-owed'
    case 'OrderMoneyPaidBack':
      return 'order-money-paid-back'
    default:
      return null
  }
}
