import { z } from 'zod'
import { CommandAnswer } from './answer.ts'
import { ListQuery } from './list.ts'
import { givenText } from './text.ts'

/** The mails that the shop sends, as staff read of them. */
export const mailNames = {
  'order-received': 'order received',
  'order-confirmed': 'order confirmed',
  'order-status-changed': 'order status changed',
  'user-activation': 'activation',
  'user-password-reset': 'password reset',
  'user-password-changed': 'password changed',
  'user-sign-in-slowed': 'failed sign-ins',
} as const

export const MailKind = z.enum(Object.keys(mailNames) as (keyof typeof mailNames)[])
export type MailKind = z.infer<typeof MailKind>

/** `GET /api/admin/mails`: those that were given up, or held since strangers asked for too many. */
export const MailQuery = ListQuery.extend({ state: z.enum(['failed', 'held']).default('failed') })

/** One that was given up or held. Whom it is for, its order or its member of staff says. */
export const FailedMail = z.object({
  mailid: givenText,
  kind: MailKind,
  /** The kind in words. */
  mail: givenText,
  /** Of a mail to a customer; else null. */
  orderid: givenText.nullable(),
  /** Of a mail to staff: their full name; else null. */
  fullname: givenText.nullable(),
  /** What the mail server said, without names or addresses, or which limit holds it. */
  reason: givenText,
  tries: z.int(),
  createdat: z.iso.datetime(),
  /** When it was given up, or held. */
  failedat: z.iso.datetime(),
})
export type FailedMail = z.infer<typeof FailedMail>

/** `POST /api/admin/held-mails/send` and `/drop`: these ones, or with `{}` all that are held. */
export const HeldMails = z
  .object({ ids: z.array(z.string().regex(/^\d{1,15}$/, 'ids must be those of mails')).max(500) })
  .partial()

/** `result` is how many of them were held until then. */
export const HeldMailsAnswer = CommandAnswer.extend({ result: z.int() })
