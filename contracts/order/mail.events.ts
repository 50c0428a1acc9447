import { z } from 'zod'
import { defineEvent } from '../event-codec.ts'
import { givenText } from '../text.ts'

/** Part of every change that can be undone. */
export const undoUntil = z.iso
  .datetime()
  .describe(
    'Until then an undo leaves nothing of the change for the customer to see, and the mail about the change waits. Absent if the mail goes at once.',
  )
  .exactOptional()

/** Part of `OrderChangeUndone`. */
export const forCustomer = z
  .enum(['unseen', 'seen', 'mailed'])
  .describe(
    'What the customer knew of the change: nothing, so that their history shows neither it nor the undo (`unseen`); its step in their history (`seen`); or its mail too, so that a correction is mailed (`mailed`). Absent in the first events, which mean `seen`.',
  )
  .exactOptional()

/** Never shown: it only decides whether an undo came before the mail went. Decision 182. */
export const orderMailReleased = defineEvent(
  'OrderMailReleased',
  'The mail about a change went out of reach of an undo: from here on, an undo is mailed as a correction.',
  z.object({
    orderId: givenText,
    position: givenText.describe('Position in the log of the change that the mail is about.'),
  }),
)
