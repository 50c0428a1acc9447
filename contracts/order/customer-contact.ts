import { z } from 'zod'
import { CommandAnswer, resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Sealed } from '../envelope.ts'
import { defineEvent } from '../event-codec.ts'
import { givenText, maxMessageLength, pathIdentifier, requiredText } from '../text.ts'

export const ContactChannel = z.enum(['whatsapp'])

/**
 * The event does not count as a change to the order: it conflicts with no command and blocks no
 * undo.
 */
export const customerContacted = defineEvent(
  'CustomerContacted',
  'A member of staff wrote to the customer outside the shop, for example on WhatsApp.',
  z.object({ orderId: givenText, channel: ContactChannel, text: Sealed }),
)

/** `POST /api/admin/orders/{orderId}/contact`. */
export const ContactCustomer = z.object({
  channel: ContactChannel.default('whatsapp'),
  text: requiredText('Please type your message!', maxMessageLength),
})

/**
 * `whatsapp` is the number in international form, digits only; null if the order has no such
 * number.
 */
export const CustomerContact = z.object({ whatsapp: givenText.nullable(), firstname: givenText })

const manage = { permission: 'orders.manage' } as const
const params = z.object({ orderId: pathIdentifier })

export const customerContactEndpoints = endpoints('Orders', {
  getCustomerContact: {
    method: 'GET',
    path: '/api/admin/orders/:orderId/contact',
    access: manage,
    summary: 'Get the customer’s WhatsApp number',
    params,
    response: { 200: resultOf(CustomerContact) },
  },
  contactCustomer: {
    method: 'POST',
    path: '/api/admin/orders/:orderId/contact',
    access: manage,
    summary: 'Record a message that staff sent to the customer outside the shop',
    params,
    body: ContactCustomer,
    response: { 201: CommandAnswer },
  },
})
