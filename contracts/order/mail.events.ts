import { z } from 'zod'
import { defineEvent } from '../event-codec.ts'
import { givenText } from '../text.ts'

/** A field of every change that can be undone. */
export const undoUntil = z.iso
  .datetime()
  .describe(
    'Until this time, the email about the change waits, and an undo hides the change from the customer. Absent if the email is sent at once.',
  )
  .exactOptional()

/** A field of `OrderChangeUndone`. */
export const forCustomer = z
  .enum(['unseen', 'seen', 'mailed'])
  .describe(
    'What the customer knew about the change. `unseen`: nothing, so the customer’s history shows neither the change nor the undo. `seen`: the change was in the customer’s history. `mailed`: the customer also got the email, so a correction is mailed. Absent in the first events, which mean `seen`.',
  )
  .exactOptional()

/** This event is never shown. It settles whether an undo came before the email. Decision 182. */
export const orderMailReleased = defineEvent(
  'OrderMailReleased',
  'The email about a change was released, so the customer gets a correction if staff undo the change later.',
  z.object({
    orderId: givenText,
    position: givenText.describe('Position in the log of the change that the email is about.'),
  }),
)
