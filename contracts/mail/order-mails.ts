import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { givenText, pathIdentifier } from '../text.ts'
import { MailKind } from './mail.ts'

/**
 * - `delayed`: goes out at `until`, unless the change that caused it is undone first
 * - `waiting`: on its way, or waiting for a retry
 * - `unsent`: no longer needed; `reason` says why
 */
export const OrderMailState = z.enum(['delayed', 'waiting', 'sent', 'failed', 'held', 'unsent'])
export type OrderMailState = z.infer<typeof OrderMailState>

/**
 * An email about an event of an order. The shop deletes this record a month after the email was
 * sent.
 */
export const OrderMail = z.object({
  mailid: givenText,
  kind: MailKind,
  mail: givenText,
  position: givenText,
  state: OrderMailState,
  until: z.iso.datetime().nullable(),
  /** When the shop sent the email, gave up on it or held it; otherwise null. */
  at: z.iso.datetime().nullable(),
  /** Contains no names or addresses; may be empty. */
  reason: givenText,
})
export type OrderMail = z.infer<typeof OrderMail>

/** More emails than any order can have: only the order's own events cause them. */
export const maxOrderMails = 500

const read = { permission: 'orders.read' } as const

export const orderMailEndpoints = endpoints('Orders', {
  listOrderMails: {
    method: 'GET',
    path: '/api/admin/orders/:orderId/mails',
    access: read,
    summary: 'List the emails about an order, each with its state',
    params: z.object({ orderId: pathIdentifier }),
    response: { 200: resultOf(z.array(OrderMail)) },
  },
  getMailDelay: {
    method: 'GET',
    path: '/api/admin/mails/delay',
    access: read,
    summary: 'Get how many seconds an email about a change waits, in case staff undo it',
    response: { 200: resultOf(z.object({ seconds: z.int() })) },
  },
})
