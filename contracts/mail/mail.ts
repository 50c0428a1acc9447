import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { ListQuery } from '../list.ts'
import { givenText } from '../text.ts'

/** The mails that the shop sends, by the names that staff see. */
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

/**
 * `GET /api/admin/mails`: mails that were given up, or held because strangers asked for too many.
 */
export const MailQuery = ListQuery.extend({ state: z.enum(['failed', 'held']).default('failed') })

/** A mail that was given up or held. Its order or its member of staff says who it is for. */
export const FailedMail = z.object({
  mailid: givenText,
  kind: MailKind,
  /** The kind in words. */
  mail: givenText,
  /** Set for a mail to a customer; otherwise null. */
  orderid: givenText.nullable(),
  /** For a mail to staff, the recipient's full name; otherwise null. */
  fullname: givenText.nullable(),
  /** What the mail server said, without names or addresses, or the limit that holds the mail. */
  reason: givenText,
  tries: z.int(),
  createdat: z.iso.datetime(),
  /** When it was given up, or held. */
  failedat: z.iso.datetime(),
})
export type FailedMail = z.infer<typeof FailedMail>

/**
 * `POST /api/admin/held-mails/send` and `/drop`: the mails with these ids, or with `{}` all held
 * mails.
 */
export const HeldMails = z
  .object({ ids: z.array(z.string().regex(/^\d{1,15}$/, 'ids must be those of mails')).max(500) })
  .partial()

/** `result` is how many of them were held until now. */
export const HeldMailsAnswer = CommandAnswer.extend({ result: z.int() })
