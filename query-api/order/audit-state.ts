import { type OrderEvent, OrderPersonal } from '@strand/contracts/order/events'
import { type Opened, parcelOf, textOf } from '@strand/contracts/order/personal'
import type { OrderQuestion } from '@strand/contracts/order/question'
import { type Shipment, shipmentAfter } from '@strand/contracts/order/shipment'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { LinkedFile } from '@strand/platform/crypto/signed-link'

/** What the history shows of an order after an event. */
export type AuditState = {
  status: OrderStatus | ''
  message: string
  review: string
  shipment: Shipment | null
  /** Why it is archived, for staff. */
  reason: string
  question: OrderQuestion | null
  assignee: string
  erased: boolean
  /** The proof files that the shop has. */
  files: LinkedFile[]
}

export const nothing: AuditState = {
  status: '',
  message: '',
  review: '',
  shipment: null,
  reason: '',
  question: null,
  assignee: '',
  erased: false,
  files: [],
}

/** The full name of a member of staff. */
export type NameOf = (userId: string) => string

type FileEntry = Extract<OrderEvent, { type: 'OrderCreated' }>['data']['files'][number]

const filesOf = (files: readonly FileEntry[], opened: Opened): LinkedFile[] => {
  const names = opened ? OrderPersonal.parse(opened).fileNames : []
  return files.map(({ key, type }, index) => ({ key, type, name: names[index] ?? '' }))
}

/** The state after its next event, but for the question. */
export const evolve = (
  state: AuditState,
  event: OrderEvent,
  opened: Opened,
  nameOf: NameOf,
): AuditState => {
  switch (event.type) {
    case 'OrderCreated':
      return {
        ...state,
        status: 'pending',
        erased: opened === null,
        files: opened === null ? [] : filesOf(event.data.files, opened),
      }
    case 'OrderApproved':
      return { ...state, status: 'confirmed' }
    case 'OrderRestored':
      return { ...state, status: event.data.to, reason: '' }
    case 'OrderStatusChanged':
    case 'OrderArchived': {
      const status = event.type === 'OrderArchived' ? 'archived' : event.data.to
      const message = event.data.message ? textOf(opened) : state.message
      const reason = 'reason' in event.data ? textOf(opened) : ''
      if (event.type === 'OrderArchived') return { ...state, status, message, reason }
      const sent = event.data.shipment && { shipment: parcelOf(opened) }
      const shipment = shipmentAfter({ to: event.data.to, ...sent }, state.shipment)
      return { ...state, status, message, shipment, reason }
    }
    case 'OrderChangeUndone': {
      const message = event.data.message ? textOf(opened) : ''
      const shipment = event.data.shipment ? parcelOf(opened) : null
      return { ...state, status: event.data.to, message, shipment, reason: '' }
    }
    case 'OrderMessageUpdated':
      return { ...state, message: textOf(opened) }
    case 'OrderReviewed':
      return { ...state, review: textOf(opened) }
    case 'OrderPersonalDataErased':
      return { ...state, erased: true, files: [] }
    case 'OrderProofsDeleted':
      return { ...state, files: [] }
    case 'OrderProofAdded':
      return { ...state, files: [...state.files, ...event.data.files] }
    case 'OrderAssigned':
      return { ...state, assignee: event.data.to === null ? '' : nameOf(event.data.to) }
    case 'CustomerContacted':
    case 'OrderQuestionAsked':
    case 'OrderQuestionAnswered':
    case 'OrderNoteAdded':
    case 'OrderApprovalProposed':
    case 'OrderApprovalWithdrawn':
    case 'OrderMoneyTakenBack':
    case 'OrderMoneyTakenBackSeenTo':
    case 'OrderMoneyOwed':
    case 'OrderMoneyNotOwed':
    case 'OrderMoneyPaidBack':
    case 'OrderMoneyNotPaidBack':
      return state
  }
}

/** The fields whose changes the history names. */
export const fieldsOf = ({ question, ...state }: AuditState) => ({
  status: state.status,
  orderMessage: state.message,
  review: state.review,
  carrier: state.shipment?.carrier ?? '',
  waybill: state.shipment?.waybill ?? '',
  reason: state.reason,
  question: question?.text ?? '',
  answer: question?.answer ?? '',
  'assigned to': state.assignee,
})
