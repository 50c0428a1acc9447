import { z } from 'zod'
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

/** `GET /api/admin/mails`: those that were given up are the only ones that staff see. */
export const MailQuery = ListQuery.extend({ state: z.literal('failed').default('failed') })

/** One that was given up. Whom it is for, its order or its member of staff says. */
export const FailedMail = z.object({
  mailid: givenText,
  kind: MailKind,
  /** The kind in words. */
  mail: givenText,
  /** Of a mail to a customer; else null. */
  orderid: givenText.nullable(),
  /** Of a mail to staff: their full name; else null. */
  fullname: givenText.nullable(),
  /** What the mail server said, without names or addresses. */
  reason: givenText,
  tries: z.int(),
  createdat: z.iso.datetime(),
  failedat: z.iso.datetime(),
})
export type FailedMail = z.infer<typeof FailedMail>
