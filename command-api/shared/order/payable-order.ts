import type { Sealed } from '@strand/contracts/envelope'
import { lagosDay } from '@strand/contracts/lagos-time'
import { evidenceLines } from '@strand/contracts/money/evidence'
import type { OpenOrder } from '@strand/contracts/money/matching/candidate'
import { type OrderStreamEvent, orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import { OrderPersonal } from '@strand/contracts/order/personal'
import type { OrderStatus } from '@strand/contracts/order/status'
import { asciiDomain } from '@strand/contracts/person'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { PersonalData } from '@strand/platform/crypto/personal-data'

export type PayableOrder = {
  orderId: string
  status: OrderStatus
  erased: boolean
  totalKobo: number
  paymentCode: string | null
  /** The day in Lagos, `YYYY-MM-DD`. */
  createdOn: string
  evidenceLines: string[]
  personal: Sealed
}

type Told = OrderStreamEvent & { at: string }

const evolve = (order: PayableOrder | null, event: Told): PayableOrder | null => {
  if (event.type === 'OrderCreated') {
    const { orderId, total, paymentCode = null, personal } = event.data
    return {
      orderId,
      status: 'pending',
      erased: false,
      totalKobo: total * 100,
      paymentCode,
      createdOn: lagosDay(event.at),
      evidenceLines: [],
      personal,
    }
  }
  if (!order) return null
  switch (event.type) {
    case 'OrderApproved': {
      const lines = evidenceLines(event.data.evidence)
      return { ...order, status: 'confirmed', evidenceLines: lines.map(({ lineId }) => lineId) }
    }
    case 'OrderArchived':
      return { ...order, status: 'archived' }
    case 'OrderStatusChanged':
    case 'OrderRestored':
    case 'OrderChangeUndone':
      return { ...order, status: event.data.to }
    case 'OrderPersonalDataErased':
      return { ...order, erased: true }
    default:
      return order
  }
}

/** The order according to its own stream; null if no order has the id. */
export const readPayableOrder = async (
  eventStore: Pick<EventStore, 'readStream'>,
  orderId: string,
): Promise<PayableOrder | null> => {
  const recorded = await eventStore.readStream(orderStream(orderId))
  return recorded
    .map((stored) => {
      const { event, metadata } = orderStreamEvents.decode(stored)
      return { ...event, at: metadata.at }
    })
    .reduce(evolve, null)
}

/**
 * The orders in the form that the matching rules need. Payments are in other streams, so none are
 * counted here.
 */
export const openOrdersOf = async (
  personalData: Pick<PersonalData, 'open'>,
  orders: PayableOrder[],
): Promise<OpenOrder[]> => {
  const opened = await personalData.open(orders.map(({ personal }) => personal))
  return orders.map(({ orderId, totalKobo, paymentCode, createdOn }, at) => {
    const personal = opened[at] ? OrderPersonal.parse(opened[at]) : null
    return {
      orderId,
      paymentCode,
      createdOn,
      expectedKobo: totalKobo,
      receivedKobo: 0,
      accountName: personal?.accountName ?? '',
      customerName: personal ? `${personal.firstName} ${personal.lastName}` : '',
      customerKey: personal ? asciiDomain(personal.email.toLowerCase()) : orderId,
      proofReferences: [],
    }
  })
}
