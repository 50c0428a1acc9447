import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { pageOf } from '../list.ts'
import { pathIdentifier } from '../text.ts'
import { FailedMail, HeldMails, HeldMailsAnswer, MailQuery } from './mail.ts'

const manage = { permission: 'mails.manage' } as const
const held = { body: HeldMails, response: { 200: HeldMailsAnswer } }

export const mailEndpoints = endpoints('Mails', {
  listMails: {
    ...{ method: 'GET', path: '/api/admin/mails', access: manage },
    summary: 'List mails that failed or are held',
    ...{ query: MailQuery, response: { 200: pageOf(FailedMail) } },
  },
  retryMail: {
    ...{ method: 'POST', path: '/api/admin/mails/:id/retry', access: manage },
    summary: 'Send a failed mail again',
    ...{ params: z.object({ id: pathIdentifier }), response: { 200: CommandAnswer } },
  },
  sendHeldMails: {
    ...{ method: 'POST', path: '/api/admin/held-mails/send', access: manage, ...held },
    summary: 'Send held mails',
  },
  dropHeldMails: {
    ...{ method: 'POST', path: '/api/admin/held-mails/drop', access: manage, ...held },
    summary: 'Drop held mails',
  },
})
