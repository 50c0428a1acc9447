import { z } from 'zod'
import { Sealed } from '../envelope.ts'
import { defineEvent, type EventsOf, eventCodec, type Upcaster } from '../event-codec.ts'
import { RecordedEvidence } from '../money/evidence.ts'
import { givenText } from '../text.ts'
import { approvalProposalEvents } from './approval-proposal.ts'
import { orderAssigned } from './assignment.ts'
import { customerContacted } from './customer-contact.ts'
import { orderIdAssigned } from './id.events.ts'
import { forCustomer, orderMailReleased, undoUntil } from './mail.events.ts'
import { orderNoteAdded } from './notes.ts'
import { OldPrice } from './old-price.ts'
import { owedEvents } from './owed.ts'
import { ProofFile } from './proof-file.ts'
import { questionEvents } from './question.events.ts'
import { OrderStatus } from './status.ts'
import { takenBackEvents } from './taken-back.ts'

const naira = z.int().describe('Whole naira.')

/** The JSON of a text that a person typed (a message, a note or a reason), before it is sealed. */
export const SealedText = z.object({ text: givenText })

export const OrderLine = z.object({
  productId: givenText,
  product: givenText,
  price: naira,
  quantity: z.int(),
  amount: naira,
})
export type OrderLine = z.infer<typeof OrderLine>

const orderId = givenText
const shipment = Sealed.exactOptional()

export const orderCreated = defineEvent(
  'OrderCreated',
  'A customer placed an order and sent proof of payment.',
  z.object({
    orderId,
    lines: z
      .array(OrderLine)
      .describe('Prices are a snapshot: later price changes do not affect the order.'),
    location: z.object({
      locationId: givenText,
      name: givenText,
      address: givenText.describe(
        'The fixed pick-up address; empty if the customer gave an address.',
      ),
    }),
    country: givenText.describe(
      'For an international order, the name of the country; otherwise empty.',
    ),
    sales: z
      .object({ salesId: givenText, name: givenText })
      .nullable()
      .describe('The campaign that was running when the order was placed.'),
    subtotal: naira.describe('The total of all lines.'),
    deliveryPrice: naira,
    total: naira.describe('Subtotal plus delivery.'),
    files: z.array(ProofFile),
    paymentCode: givenText
      .describe(
        'The payment code that the customer wrote in the description of the transfer; no two orders have the same code. Absent if the customer had no code, and in the oldest orders.',
      )
      .exactOptional(),
    oldPrice: OldPrice.describe(
      'Why `total` differs from the total at the shop’s prices when the order was sent; absent if it does not differ, and in the oldest orders.',
    ).exactOptional(),
    sentAmount: naira
      .describe(
        'Whole naira: the amount that the customer said they had sent. Absent if it equals `total` or is unknown, and in the oldest orders.',
      )
      .exactOptional(),
    personal: Sealed.describe('`OrderPersonal`, sealed.'),
  }),
)

/** In the first release, approvals did not record evidence. */
const withoutEvidence: Upcaster = (data) => ({ ...data, evidence: null })

export const orderEvents = eventCodec('order-{orderId}', [
  orderCreated,
  defineEvent(
    'OrderApproved',
    'Staff approved the payment, so the order is confirmed.',
    z.object({ orderId, evidence: RecordedEvidence, undoUntil }),
    [withoutEvidence],
  ),
  defineEvent(
    'OrderStatusChanged',
    'Staff changed the order’s status, with or without a message to the customer.',
    z.object({
      orderId,
      from: OrderStatus,
      to: OrderStatus,
      message: Sealed.nullable(),
      shipment: shipment.describe('`Shipment`, sealed: how the order was shipped, if known.'),
      undoUntil,
    }),
  ),
  defineEvent(
    'OrderMessageUpdated',
    'Staff changed the message to the customer; the status stays the same.',
    z.object({ orderId, message: Sealed }),
  ),
  defineEvent(
    'OrderArchived',
    'Staff archived the order.',
    z.object({
      orderId,
      from: OrderStatus,
      message: Sealed.nullable().describe('The message to the customer, if any.'),
      reason: Sealed.describe(
        'The reason, which only staff see; `message` is for the customer.',
      ).exactOptional(),
      undoUntil,
    }),
  ),
  defineEvent(
    'OrderRestored',
    'Staff restored an archived order to the status it had before.',
    z.object({ orderId, to: OrderStatus, undoUntil }),
  ),
  defineEvent(
    'OrderReviewed',
    'Someone who knows the order’s id left a review.',
    z.object({ orderId, review: Sealed }),
  ),
  defineEvent(
    'OrderChangeUndone',
    'Staff undid the last change, so the order is as it was before that change.',
    z.object({
      orderId,
      undone: z
        .object({ position: givenText, type: givenText })
        .describe(
          'The event that was undone: an approval, an archiving, a restore or a change of status.',
        ),
      from: OrderStatus,
      to: OrderStatus,
      archivedFrom: OrderStatus.nullable().describe(
        'If `to` is archived, the status that the order would have after a restore.',
      ),
      message: Sealed.nullable().describe(
        'The message as it was before the change; null if there was none.',
      ),
      shipment: shipment.describe('The shipment as it was before the change, if there was one.'),
      forCustomer,
    }),
  ),
  defineEvent(
    'OrderPersonalDataErased',
    'Staff erased the personal data: the key and the proof files were destroyed, so nobody can tell whose order this was.',
    z.object({ orderId }),
  ),
  defineEvent(
    'OrderProofsDeleted',
    'The shop deleted the proof files of an order that was archived while pending. The order itself is kept.',
    z.object({
      orderId,
      afterDays: z.int().describe('How many days after the archiving the shop deletes proofs.'),
    }),
  ),
  customerContacted,
  ...questionEvents,
  orderNoteAdded,
  orderAssigned,
  ...approvalProposalEvents,
  ...takenBackEvents,
  ...owedEvents,
])
export type OrderEvent = EventsOf<typeof orderEvents>

type EventFacts = {
  /**
   * Whether the event counts as a change: commands conflict with it, and only a change can be
   * undone. These are not changes: reviews, messages sent outside the shop, notes, assignments,
   * and what happens to the money of an approved order.
   */
  isChange: boolean
  /** What someone did, in words for colleagues; null if the new status says it. */
  told: string | null
  /**
   * The event's text in the order's full history, unless `query-api/order/audit.ts` has a more
   * specific one.
   */
  history: string
  /**
   * The event's text in the user log, with `{order}` for the id, unless
   * `projections/accounts/describe-event.ts` has a more specific one.
   */
  log: string
}

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
    history: 'Asked the customer a question',
    log: 'Asked the customer a question about order {order}',
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
    history: 'Dealt with the money that the bank took back',
    log: 'Dealt with the money of order {order} that the bank took back',
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

type WithUndo<Event = OrderEvent> = Event extends OrderEvent
  ? 'undoUntil' extends keyof Event['data']
    ? Event
    : never
  : never
/** A change that can be undone; its schema has `undoUntil`. */
export type UndoableEvent = WithUndo

const undoable = new Set<string>(
  orderEvents.definitions.flatMap(({ type, data }) => ('undoUntil' in data.shape ? [type] : [])),
)
export const isUndoable = (event: OrderStreamEvent): event is UndoableEvent =>
  undoable.has(event.type)

export const orderStreamEvents = eventCodec(orderEvents.stream, [
  ...orderEvents.definitions,
  orderIdAssigned,
  orderMailReleased,
])
export type OrderStreamEvent = EventsOf<typeof orderStreamEvents>
