import type { Actor, Sealed } from '@strand/contracts/envelope'
import type { OrderStreamEvent, ProofFile } from '@strand/contracts/order/events'
import type { OrderStatus } from '@strand/contracts/order/status'

/**
 * An event of an order, with its time (ISO 8601), its actor and its log position once it has been
 * appended.
 */
export type RecordedOrderEvent = OrderStreamEvent & { at?: string; by?: Actor; position?: string }

type OrderSnapshot = {
  status: OrderStatus
  /** The status that a restore returns to; null unless the order is archived. */
  archivedFrom: OrderStatus | null
  message: Sealed | null
}

export type Order = OrderSnapshot & {
  orderId: string
  /** The key id of the order's personal data. */
  keyId: string
  files: ProofFile[]
  erased: boolean
  reviews: number
  proofsDeleted: boolean
  /** When the order was last archived, ISO 8601; undefined if the log does not say. */
  archivedAt: string | undefined
  /**
   * The last event, ignoring reviews, which strangers write and which do not block an undo.
   * Decision 127.
   */
  lastChange: {
    type: RecordedOrderEvent['type']
    position: string | undefined
    at: string | undefined
    by: Actor | undefined
    /** The status that it led to. */
    to: OrderStatus
    /** The state before the event if it is a change that can be undone. */
    before: OrderSnapshot | null
  }
}

export type OrderState = Order | null

/** The order after its next event. */
export const evolve = (order: OrderState, event: RecordedOrderEvent): OrderState => {
  if (event.type === 'OrderCreated') return created(event)
  // This event only tells a repeated submission where its order is.
  if (event.type === 'OrderIdAssigned') return order
  if (!order) throw new Error(`${event.type} in a stream that does not begin with OrderCreated`)
  const { status, archivedFrom, message } = order
  const happened = (changes: Partial<Order>, undoable = false): Order => ({
    ...order,
    ...changes,
    lastChange: {
      ...recordOf(event),
      to: changes.status ?? status,
      before: undoable ? { status, archivedFrom, message } : null,
    },
  })
  const archivedAt = event.at
  switch (event.type) {
    case 'OrderApproved':
      return happened({ status: 'confirmed' }, true)
    case 'OrderStatusChanged':
      return happened({ status: event.data.to, message: event.data.message ?? message }, true)
    case 'OrderMessageUpdated':
      return happened({ message: event.data.message })
    case 'OrderArchived': {
      const { from } = event.data
      const words = event.data.message ?? message
      return happened({ status: 'archived', archivedFrom: from, message: words, archivedAt }, true)
    }
    case 'OrderRestored':
      return happened({ status: event.data.to, archivedFrom: null }, true)
    case 'OrderReviewed':
      return { ...order, reviews: order.reviews + 1 }
    case 'OrderChangeUndone': {
      const { to, archivedFrom, message } = event.data
      return happened({ status: to, archivedFrom, message, archivedAt })
    }
    case 'OrderPersonalDataErased':
      return happened({ erased: true })
    case 'OrderProofsDeleted':
      return happened({ proofsDeleted: true })
  }
}

const created = (event: Extract<RecordedOrderEvent, { type: 'OrderCreated' }>): Order => ({
  orderId: event.data.orderId,
  status: 'pending',
  archivedFrom: null,
  message: null,
  keyId: event.data.personal.keyId,
  files: event.data.files,
  erased: false,
  reviews: 0,
  proofsDeleted: false,
  archivedAt: undefined,
  lastChange: { ...recordOf(event), to: 'pending', before: null },
})

const recordOf = ({ type, position, at, by }: RecordedOrderEvent) => ({ type, position, at, by })
