import type { Sealed } from '../envelope.ts'
import type { OrderEvent } from './events.ts'
import type { OrderPersonal } from './personal.ts'
import type { ProofFile } from './proof-file.ts'
import type { Shipment } from './shipment.ts'
import type { OrderStatus } from './status.ts'

type Created = Extract<OrderEvent, { type: 'OrderCreated' }>['data']

/**
 * Makes the events in the life of one order, for code that writes orders without commands: the
 * sample shop, benchmarks and tests.
 */
export const orderLife = (
  orderId: string,
  seal: (data: OrderPersonal | { text: string } | Shipment) => Sealed,
) => {
  const messageOf = (text: string) => (text === '' ? null : seal({ text }))
  return {
    created: (
      personal: OrderPersonal,
      data: Omit<Created, 'orderId' | 'personal'>,
    ): OrderEvent => ({
      type: 'OrderCreated',
      data: { ...data, orderId, personal: seal(personal) },
    }),
    approved: (): OrderEvent => ({ type: 'OrderApproved', data: { orderId, evidence: null } }),
    changed: (from: OrderStatus, to: OrderStatus, message = ''): OrderEvent => ({
      type: 'OrderStatusChanged',
      data: { orderId, from, to, message: messageOf(message) },
    }),
    shipped: (shipment: Shipment, message = ''): OrderEvent => ({
      type: 'OrderStatusChanged',
      data: {
        orderId,
        from: 'confirmed',
        to: 'shipped',
        message: messageOf(message),
        shipment: seal(shipment),
      },
    }),
    messaged: (message: string): OrderEvent => ({
      type: 'OrderMessageUpdated',
      data: { orderId, message: seal({ text: message }) },
    }),
    archived: (from: OrderStatus, message = '', reason = ''): OrderEvent => ({
      type: 'OrderArchived',
      data: {
        orderId,
        from,
        message: messageOf(message),
        ...(reason !== '' && { reason: seal({ text: reason }) }),
      },
    }),
    restored: (to: OrderStatus): OrderEvent => ({ type: 'OrderRestored', data: { orderId, to } }),
    reviewed: (review: string): OrderEvent => ({
      type: 'OrderReviewed',
      data: { orderId, review: seal({ text: review }) },
    }),
    undone: (from: OrderStatus, to: OrderStatus, message = ''): OrderEvent => ({
      type: 'OrderChangeUndone',
      data: {
        orderId,
        undone: { position: '1', type: 'OrderApproved' },
        from,
        to,
        archivedFrom: null,
        message: messageOf(message),
      },
    }),
    asked: (text: string): OrderEvent => ({
      type: 'OrderQuestionAsked',
      data: { orderId, kind: 'other', text: seal({ text }) },
    }),
    proofAdded: (files: ProofFile[]): OrderEvent => ({
      type: 'OrderProofAdded',
      data: { orderId, files },
    }),
    answered: (text: string): OrderEvent => ({
      type: 'OrderQuestionAnswered',
      data: { orderId, text: messageOf(text) },
    }),
    noted: (text: string, mentions: string[] = []): OrderEvent => ({
      type: 'OrderNoteAdded',
      data: { orderId, note: seal({ text }), mentions },
    }),
    assigned: (to: string | null): OrderEvent => ({
      type: 'OrderAssigned',
      data: { orderId, to },
    }),
    proposed: (reason = ''): OrderEvent => {
      const without = messageOf(reason)
      return { type: 'OrderApprovalProposed', data: { orderId, evidence: without && { without } } }
    },
    withdrawn: (): OrderEvent => ({ type: 'OrderApprovalWithdrawn', data: { orderId } }),
    proofsDeleted: (): OrderEvent => ({
      type: 'OrderProofsDeleted',
      data: { orderId, afterDays: 180 },
    }),
    takenBack: (
      line: { lineId: string; debitLineId: string },
      amountKobo: number,
      isCertain = true,
    ): OrderEvent => ({
      type: 'OrderMoneyTakenBack',
      data: { orderId, ...line, amountKobo, takenBackOn: '2026-11-14', isCertain },
    }),
    takenBackSeenTo: (lineId: string, text = ''): OrderEvent => ({
      type: 'OrderMoneyTakenBackSeenTo',
      data: { orderId, lineId, outcome: 'asked', note: messageOf(text) },
    }),
    owed: (owed: { owedId: string; lineId: string }, amountKobo: number, text: string) =>
      ({
        type: 'OrderMoneyOwed',
        data: { orderId, ...owed, amountKobo, reason: seal({ text }) },
      }) satisfies OrderEvent,
    notOwed: (owedId: string): OrderEvent => ({
      type: 'OrderMoneyNotOwed',
      data: { orderId, owedId, reason: null },
    }),
    paidBack: (
      owed: { owedId: string; debitLineId: string },
      amountKobo: number,
      restKobo = 0,
    ): OrderEvent => ({
      type: 'OrderMoneyPaidBack',
      data: { orderId, ...owed, amountKobo, restKobo },
    }),
    notPaidBack: (owed: { owedId: string; debitLineId: string }): OrderEvent => ({
      type: 'OrderMoneyNotPaidBack',
      data: { orderId, ...owed },
    }),
    erased: (): OrderEvent => ({ type: 'OrderPersonalDataErased', data: { orderId } }),
  }
}
