import type { OrderEvent } from './events.ts'

/**
 * Whether each event is a change that a command or an undo may refer to. Reviews, words outside the
 * shop, what colleagues tell each other, and what became of an approved order’s money are none.
 */
const changes: Record<OrderEvent['type'], boolean> = {
  OrderCreated: true,
  OrderApproved: true,
  OrderStatusChanged: true,
  OrderMessageUpdated: true,
  OrderArchived: true,
  OrderRestored: true,
  OrderReviewed: false,
  OrderChangeUndone: true,
  OrderPersonalDataErased: true,
  OrderProofsDeleted: true,
  OrderQuestionAsked: true,
  OrderProofAdded: true,
  OrderQuestionAnswered: true,
  OrderApprovalProposed: true,
  OrderApprovalWithdrawn: true,
  OrderNoteAdded: false,
  OrderAssigned: false,
  CustomerContacted: false,
  OrderMoneyTakenBack: false,
  OrderMoneyTakenBackSeenTo: false,
  OrderMoneyOwed: false,
  OrderMoneyNotOwed: false,
  OrderMoneyPaidBack: false,
  OrderMoneyNotPaidBack: false,
}

export const isChange = (type: OrderEvent['type']): boolean => changes[type]
