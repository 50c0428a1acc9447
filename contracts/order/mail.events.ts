import { z } from 'zod'
import { defineEvent } from '../event-codec.ts'
import { givenText } from '../text.ts'

/** A field of every change that can be undone. */
export const undoUntil = z.iso
  .datetime()
  .describe(
    'The email about the change waits until this time. If staff undo the change before then, the customer never sees it. Absent if the email is sent at once.',
  )
  .exactOptional()

/** A field of `OrderChangeUndone`. */
export const forCustomer = z
  .enum(['unseen', 'seen', 'mailed'])
  .describe(
    'What the customer knew about the change. `unseen`: nothing, so the customer’s history shows neither the change nor the undo. `seen`: the change was in the customer’s history. `mailed`: the customer also got the email, so a correction is mailed. Absent in the oldest events, where it counts as `seen`.',
  )
  .exactOptional()

/** This event is never shown. It settles whether an undo came before the email. Decision 182. */
export const orderMailReleased = defineEvent(
  'OrderMailReleased',
  'The email about a change may now be sent. If staff undo the change after this event, the customer gets a correction.',
  z.object({
    orderId: givenText,
    position: givenText.describe('The log position of the change that the email is about.'),
  }),
)
