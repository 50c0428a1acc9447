import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'
import { MailKind } from './mail.ts'

export const mailStream = (mailId: string) => `mail-${mailId}`

export const mailEvents = eventCodec('mail-{mailId}', [
  defineEvent(
    'MailRetried',
    'Staff resent a mail that the shop had given up sending.',
    z.object({
      mailId: givenText,
      kind: MailKind,
      orderId: givenText.nullable().describe('The order that the mail is about, if any.'),
      userId: givenText.nullable().describe('The user that the mail is about, if any.'),
    }),
  ),
])

/** The stream of staff's decisions about held mails, and about all failed mails together. */
export const heldMailsStream = 'mail-held'

const mails = z.int().describe('The number of mails.')
export const heldMailsEvents = eventCodec(heldMailsStream, [
  defineEvent('HeldMailsSent', 'Staff released held mails.', z.object({ mails })),
  defineEvent('HeldMailsDropped', 'Staff dropped held mails.', z.object({ mails })),
  defineEvent('FailedMailsSent', 'Staff resent failed mails.', z.object({ mails })),
])
export type HeldMailsEvent = EventsOf<typeof heldMailsEvents>
