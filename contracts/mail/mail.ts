import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { ListQuery } from '../list.ts'
import { givenText } from '../text.ts'

export const mailReaction = 'mail'

export const mailNames = {
  'order-received': 'order received',
  'order-confirmed': 'order confirmed',
  'order-status-changed': 'order status changed',
  'order-change-undone': 'correction',
  'order-archived': 'order archived',
  'order-question': 'question about an order',
  'order-money-owed': 'money owed back',
  'order-money-paid-back': 'money paid back',
  'user-activation': 'activation',
  'user-password-reset': 'password reset',
  'user-password-changed': 'password changed',
  'user-sign-in-slowed': 'failed sign-ins',
  'user-password-known': 'password known to someone else',
  'user-password-ended': 'password ended',
  'user-checkpoint': 'checkpoint of the log',
  'user-money-taken-back': 'money taken back',
} as const

export const MailKind = z.enum(Object.keys(mailNames) as (keyof typeof mailNames)[])
export type MailKind = z.infer<typeof MailKind>

/**
 * - `waiting`: on its way, waiting for a retry, or delayed while the change that caused it can be
 *   undone
 * - `failed`: the shop gave up sending it
 * - `sent`: sent in the last 30 days
 * - `held`: held because strangers caused too many emails
 */
export const MailState = z.enum(['waiting', 'failed', 'sent', 'held'])
export type MailState = z.infer<typeof MailState>

/** `GET /api/admin/mails`. */
export const MailQuery = ListQuery.extend({ state: MailState.default('failed') })

/** An email. Its recipient is the customer of `orderid`, or the member of staff in `fullname`. */
export const ListedMail = z.object({
  mailid: givenText,
  kind: MailKind,
  mail: givenText,
  /** Set for an email to a customer, otherwise null. */
  orderid: givenText.nullable(),
  /** Set for an email to staff, otherwise null. */
  fullname: givenText.nullable(),
  /**
   * Why the email has not gone out yet, without names or addresses; empty if no attempt has failed.
   */
  reason: givenText,
  tries: z.int(),
  createdat: z.iso.datetime(),
  /** When the shop gave up on the email or held it; otherwise null. */
  failedat: z.iso.datetime().nullable(),
  /** When the mail server accepted it; otherwise null. */
  sentat: z.iso.datetime().nullable(),
})
export type ListedMail = z.infer<typeof ListedMail>

/** `GET /api/admin/mails/counts`. */
export const MailCounts = z.object({
  waiting: z.int(),
  failed: z.int(),
  held: z.int(),
  /**
   * Set while the mail server is unreachable: since when, and the error that the server or network
   * reported.
   */
  outage: z.object({ since: z.iso.datetime(), reason: givenText }).nullable(),
})
export type MailCounts = z.infer<typeof MailCounts>

/**
 * `POST /api/admin/held-mails/send` and `/drop`, and `POST /api/admin/failed-mails/send`: the
 * emails with these ids; with `{}`, all emails in that state.
 */
export const MailSelection = z
  .object({ ids: z.array(z.string().regex(/^\d{1,15}$/, 'ids must be those of mails')).max(500) })
  .partial()

/** `result` is the number of emails that were sent again, released or dropped. */
export const MailsChanged = CommandAnswer.extend({ result: z.int() })
