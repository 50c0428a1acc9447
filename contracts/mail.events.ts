import { z } from 'zod'
import { MailKind } from './mail.ts'

export const mailStream = (mailId: string) => `mail-${mailId}`

/** Staff asked for a mail again that had been given up: `orderId` or `userId` says whose it is. */
export const MailRetried = z.object({
  type: z.literal('MailRetried'),
  data: z.object({
    mailId: z.string(),
    kind: MailKind,
    orderId: z.string().nullable(),
    userId: z.string().nullable(),
  }),
})
export type MailRetried = z.infer<typeof MailRetried>
