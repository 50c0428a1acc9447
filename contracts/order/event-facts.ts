import type { OrderEvent } from './events.ts'
import type { OrderStatus } from './status.ts'

type EventFacts = {
  /**
   * Whether the event counts as a change: commands conflict with it, and only a change can be
   * undone. Reviews, messages sent outside the shop, notes, assignments and what happened to an
   * approved order's money are not changes.
   */
  isChange: boolean
  /** What someone did, in words for colleagues; null if the resulting status says it. */
  told: string | null
  /**
   * The text in the order's full history, unless `query-api/order/audit.ts` has a more specific
   * one.
   */
  history: string
  /**
   * The text in the user log, with `{order}` for the id, unless
   * `projections/accounts/describe-event.ts` has a more specific one.
   */
  log: string
}

/** The facts about each type of event, whatever its data. */
export const eventFacts: Record<OrderEvent['type'], EventFacts> = {
  OrderCreated: {
    isChange: true,
    told: 'placed this',
    history: 'Placed the order',
    log: 'Created order {order}',
  },
  OrderApproved: {
    isChange: true,
    told: 'approved this',
    history: 'Approved the order',
    log: 'Approved order {order}',
  },
  OrderStatusChanged: {
    isChange: true,
    told: null,
    history: 'Changed the status',
    log: 'Changed the status of order {order}',
  },
  OrderMessageUpdated: {
    isChange: true,
    told: 'changed the message on this',
    history: 'Updated the message',
    log: 'Updated the message of order {order}',
  },
  OrderArchived: {
    isChange: true,
    told: null,
    history: 'Archived the order',
    log: 'Archived order {order}',
  },
  OrderRestored: {
    isChange: true,
    told: 'restored this',
    history: 'Restored the order',
    log: 'Restored order {order}',
  },
  OrderReviewed: {
    isChange: false,
    told: 'reviewed this',
    history: 'Reviewed the order',
    log: 'Reviewed order {order}',
  },
  OrderChangeUndone: {
    isChange: true,
    told: 'undid a change to this',
    history: 'Undid a change',
    log: 'Undid a change of order {order}',
  },
  OrderPersonalDataErased: {
    isChange: true,
    told: 'erased the personal data in this',
    history: 'Erased the personal data',
    log: 'Erased the personal data of order {order}',
  },
  OrderProofsDeleted: {
    isChange: true,
    told: 'deleted the proofs on this',
    history: 'Deleted the proof of payment',
    log: 'Deleted the proof of payment of order {order}',
  },
  OrderQuestionAsked: {
    isChange: true,
    told: 'asked the customer about this',
    history: 'Asked the customer',
    log: 'Asked the customer of order {order}',
  },
  OrderProofAdded: {
    isChange: true,
    told: 'added a proof to this',
    history: 'Added a proof of payment',
    log: 'Added a proof of payment to order {order}',
  },
  OrderQuestionAnswered: {
    isChange: true,
    told: 'answered the question about this',
    history: 'Answered the question',
    log: 'Answered the question about order {order}',
  },
  OrderApprovalProposed: {
    isChange: true,
    told: 'approved this as the first of two people',
    history: 'Approved the order as the first of two people',
    log: 'Approved order {order} as the first of two people',
  },
  OrderApprovalWithdrawn: {
    isChange: true,
    told: 'withdrew the first approval of this',
    history: 'Withdrew the first approval',
    log: 'Withdrew the first approval of order {order}',
  },
  OrderNoteAdded: {
    isChange: false,
    told: 'left a note on this',
    history: 'Left a note',
    log: 'Left a note on order {order}',
  },
  OrderAssigned: {
    isChange: false,
    told: 'assigned this',
    history: 'Assigned the order',
    log: 'Assigned order {order}',
  },
  CustomerContacted: {
    isChange: false,
    told: 'messaged the customer about this',
    history: 'Wrote to the customer on WhatsApp',
    log: 'Wrote to the customer of order {order} on WhatsApp',
  },
  OrderMoneyTakenBack: {
    isChange: false,
    told: 'noted that the bank took back money on this',
    history: 'Noticed that the bank took back money',
    log: 'Noticed that the bank took back money of order {order}',
  },
  OrderMoneyTakenBackSeenTo: {
    isChange: false,
    told: 'dealt with the money that the bank took back on this',
    history: 'Saw to the money that the bank took back',
    log: 'Saw to the money of order {order} that the bank took back',
  },
  OrderMoneyOwed: {
    isChange: false,
    told: 'recorded money owed back on this',
    history: 'Recorded that money is owed back to the customer',
    log: 'Recorded that money is owed back for order {order}',
  },
  OrderMoneyNotOwed: {
    isChange: false,
    told: 'cancelled money owed back on this',
    history: 'Undid recording that money is owed back to the customer',
    log: 'Undid recording that money is owed back for order {order}',
  },
  OrderMoneyPaidBack: {
    isChange: false,
    told: 'recorded money paid back on this',
    history: 'Noted that the customer got money back',
    log: 'Noted that money was paid back for order {order}',
  },
  OrderMoneyNotPaidBack: {
    isChange: false,
    told: 'cancelled money paid back on this',
    history: 'Undid recording that the customer got money back',
    log: 'Undid recording that money was paid back for order {order}',
  },
}

export const isChange = (type: OrderEvent['type']): boolean => eventFacts[type].isChange

const changedStatus: Record<OrderStatus, string> = {
  pending: 'made this pending',
  confirmed: 'set this to confirmed',
  shipped: 'shipped this',
  returned: 'set this to returned',
  archived: 'archived this',
}

const factsOfType = new Map<string, EventFacts>(Object.entries(eventFacts))

/**
 * What someone did to an order, in words for colleagues: `shipped this`. Depends on the event and
 * the resulting status.
 */
export const toldOfEvent = (type: string, status: OrderStatus): string =>
  factsOfType.get(type)?.told ?? changedStatus[status]

const units: [seconds: number, name: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
]

/** When someone did it, for example `3 s ago` or `5 min ago`. */
export const timeAgo = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const [length, name] = units.find(([length]) => whole >= length) ?? [1, 's']
  return `${Math.floor(whole / length)} ${name} ago`
}
