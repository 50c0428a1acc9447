import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { givenText, pathIdentifier } from '../text.ts'
import { MailKind } from './mail.ts'

/**
 * - `delayed`: will go out unless its change is undone before `until`
 * - `waiting`: on its way, or to be tried again
 * - `unsent`: it was no longer needed, and `reason` says why
 */
export const OrderMailState = z.enum(['delayed', 'waiting', 'sent', 'failed', 'held', 'unsent'])
export type OrderMailState = z.infer<typeof OrderMailState>

/** A mail about one of an order's events. The shop forgets it a month after it was sent. */
export const OrderMail = z.object({
  mailid: givenText,
  kind: MailKind,
  /** The mail's readable name. */
  mail: givenText,
  /** The position of the event that it is about. */
  position: givenText,
  state: OrderMailState,
  until: z.iso.datetime().nullable(),
  /** When it was sent, given up or held; otherwise null. */
  at: z.iso.datetime().nullable(),
  /** Contains no names or addresses; can be empty. */
  reason: givenText,
})
export type OrderMail = z.infer<typeof OrderMail>

/** More mails than any order has, because only its own events cause them. */
export const maxOrderMails = 500

const read = { permission: 'orders.read' } as const

export const orderMailEndpoints = endpoints('Orders', {
  listOrderMails: {
    method: 'GET',
    path: '/api/admin/orders/:orderId/mails',
    access: read,
    summary: 'List the mails of an order, each with its state',
    params: z.object({ orderId: pathIdentifier }),
    response: { 200: resultOf(z.array(OrderMail)) },
  },
  getMailDelay: {
    method: 'GET',
    path: '/api/admin/mails/delay',
    access: read,
    summary: 'Get for how many seconds a mail waits in case its change is undone',
    response: { 200: resultOf(z.object({ seconds: z.int() })) },
  },
})
