import { z } from 'zod'
import { MailKind } from './mail.ts'
import { givenText } from './text.ts'

export const mailStream = (mailId: string) => `mail-${mailId}`

/** Staff asked for a mail again that had been given up: `orderId` or `userId` says whose it is. */
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

/** The one stream of what staff decided about held mails. */
export const heldMailsStream = 'mail-held'

/** Staff let mails go out that had been held, or gave them up. */
export const HeldMailsEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('HeldMailsSent'), data: z.object({ mails: z.int() }) }),
  z.object({ type: z.literal('HeldMailsDropped'), data: z.object({ mails: z.int() }) }),
])
export type HeldMailsEvent = z.infer<typeof HeldMailsEvent>
