import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'
import { MailKind } from './mail.ts'

export const mailStream = (mailId: string) => `mail-${mailId}`

export const mailEvents = eventCodec('mail-{mailId}', [
  defineEvent(
    'MailRetried',
    'Staff resent an email that the shop had given up sending.',
    z.object({
      mailId: givenText,
      kind: MailKind,
      orderId: givenText.nullable().describe('The order that the email is about, if any.'),
      userId: givenText.nullable().describe('The user that the email is about, if any.'),
    }),
  ),
])

/** The stream of staff's decisions about held emails, and about all failed emails together. */
export const heldMailsStream = 'mail-held'

const mails = z.int().describe('The number of emails.')
export const heldMailsEvents = eventCodec(heldMailsStream, [
  defineEvent('HeldMailsSent', 'Staff released held emails.', z.object({ mails })),
  defineEvent('HeldMailsDropped', 'Staff dropped held emails.', z.object({ mails })),
  defineEvent('FailedMailsSent', 'Staff resent failed emails.', z.object({ mails })),
])
export type HeldMailsEvent = EventsOf<typeof heldMailsEvents>
