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
