import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { defineEvent } from '../event-codec.ts'
import { givenText, identifier, pathIdentifier } from '../text.ts'

export const orderAssigned = defineEvent(
  'OrderAssigned',
  'Staff assigned the order to a colleague, or to nobody.',
  z.object({
    orderId: givenText,
    to: z
      .uuid()
      .nullable()
      .describe('The colleague’s user id; null if the order is no longer assigned to anyone.'),
  }),
)

/** `PUT /api/admin/orders/{orderId}/assignee`. */
export const AssignOrder = z.object({
  userid: identifier().nullable(),
})

export const assignmentEndpoints = endpoints('Orders', {
  assignOrder: {
    method: 'PUT',
    path: '/api/admin/orders/:orderId/assignee',
    access: { permission: 'orders.manage' },
    summary: 'Assign an order to a colleague, or to nobody',
    params: z.object({ orderId: pathIdentifier }),
    body: AssignOrder,
    response: { 200: CommandAnswer },
  },
})
