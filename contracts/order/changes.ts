import type { OrderEvent } from './events.ts'

/**
 * Whether each event is a change that a command or an undo may refer to. Reviews, words outside the
 * shop, and what colleagues tell each other are none.
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
}

export const isChange = (type: OrderEvent['type']): boolean => changes[type]
