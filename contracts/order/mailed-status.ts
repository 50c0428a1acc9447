import type { OrderStatus } from './status.ts'

const mailedStatuses = ['confirmed', 'shipped', 'returned'] as const satisfies OrderStatus[]
export type MailedStatus = (typeof mailedStatuses)[number]

/** Whether a change to this status is mailed to the customer. An approval is too. */
export const isStatusMailed = (to: OrderStatus): to is MailedStatus =>
  mailedStatuses.some((status) => status === to)
