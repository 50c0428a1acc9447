import type { OrderEvent } from './events.ts'
import type { OrderStatus } from './status.ts'

const changedStatus: Record<OrderStatus, string> = {
  pending: 'made this pending',
  confirmed: 'set this to confirmed',
  shipped: 'shipped this',
  returned: 'set this to returned',
  archived: 'archived this',
}

/** Null where the status since says it. */
const deeds: Record<OrderEvent['type'], string | null> = {
  OrderCreated: 'placed this',
  OrderApproved: 'approved this',
  OrderStatusChanged: null,
  OrderMessageUpdated: 'changed the message of this',
  OrderArchived: null,
  OrderRestored: 'restored this',
  OrderReviewed: 'reviewed this',
  OrderChangeUndone: 'undid a change of this',
  OrderPersonalDataErased: 'erased the personal data of this',
  OrderProofsDeleted: 'deleted the proofs of this',
  OrderQuestionAsked: 'asked the customer about this',
  OrderProofAdded: 'added a proof to this',
  OrderQuestionAnswered: 'answered the question about this',
  OrderApprovalProposed: 'approved this as the first of two people',
  OrderApprovalWithdrawn: 'withdrew the first approval of this',
  OrderNoteAdded: 'left a note on this',
  OrderAssigned: 'assigned this',
  CustomerContacted: 'wrote to the customer of this',
  OrderMoneyTakenBack: 'noticed that the bank took back money of this',
  OrderMoneyTakenBackSeenTo: 'saw to the money of this that the bank took back',
  OrderMoneyOwed: 'said that money of this is owed back',
  OrderMoneyNotOwed: 'took back that money of this is owed back',
  OrderMoneyPaidBack: 'noted that money of this was paid back',
  OrderMoneyNotPaidBack: 'took back that money of this was paid back',
}

const deedOfType = new Map(Object.entries(deeds))

/** What somebody did to an order, for colleagues: `shipped this`, by the event and the status since. */
export const deedOfEvent = (type: string, status: OrderStatus): string =>
  deedOfType.get(type) ?? changedStatus[status]
