import type { OrderRow } from '@strand/contracts/order/staff'
import { orderStatuses } from '@strand/contracts/order/status'

type Told = Pick<OrderRow, 'orderid' | 'orderstatus' | 'orderMessage'>

/**
 * The suggested WhatsApp message to a customer about the current state of their order. Staff can
 * edit it.
 */
export const preparedText = (order: Told, firstname: string, origin: string): string => {
  const { orderid, orderstatus, orderMessage } = order
  const greeting = firstname ? `Hello ${firstname},` : 'Hello,'
  const lines = [
    `${greeting} this is about your order ${orderid}. ${orderStatuses[orderstatus].meaning}`,
    orderMessage,
    `Follow it here: ${origin}/order-history/${orderid}`,
  ]
  return lines.filter(Boolean).join('\n\n')
}
