import { z } from 'zod'
import { MailKind } from './mail.ts'
import { givenText } from './text.ts'

export const mailStream = (mailId: string) => `mail-${mailId}`

/** Staff asked to resend a mail that had been given up; `orderId` or `userId` says whose it is. */
export const MailRetried = z.object({
  type: z.literal('MailRetried'),
  data: z.object({
    mailId: givenText,
    kind: MailKind,
    orderId: givenText.nullable(),
    userId: givenText.nullable(),
  }),
})
export type MailRetried = z.infer<typeof MailRetried>

/** The single stream of staff decisions about held mails. */
export const heldMailsStream = 'mail-held'

/** Staff released held mails or dropped them. */
export const HeldMailsEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('HeldMailsSent'), data: z.object({ mails: z.int() }) }),
  z.object({ type: z.literal('HeldMailsDropped'), data: z.object({ mails: z.int() }) }),
])
export type HeldMailsEvent = z.infer<typeof HeldMailsEvent>
