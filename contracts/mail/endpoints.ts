import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { pageOf } from '../list.ts'
import { pathIdentifier } from '../text.ts'
import { ListedMail, MailCounts, MailQuery, MailSelection, MailsChanged } from './mail.ts'

const manage = { permission: 'mails.manage' } as const
const selection = { body: MailSelection, response: { 200: MailsChanged } }

export const mailEndpoints = endpoints('Mails', {
  listMails: {
    method: 'GET',
    path: '/api/admin/mails',
    access: manage,
    summary: 'List emails: waiting, failed, sent or held',
    query: MailQuery,
    response: { 200: pageOf(ListedMail) },
  },
  countMails: {
    method: 'GET',
    path: '/api/admin/mails/counts',
    access: manage,
    summary: 'Count emails by state, and report whether the mail server is unreachable',
    response: { 200: z.object({ result: MailCounts }) },
  },
  retryMail: {
    method: 'POST',
    path: '/api/admin/mails/:id/retry',
    access: manage,
    summary: 'Send a failed email again',
    params: z.object({ id: pathIdentifier }),
    response: { 200: CommandAnswer },
  },
  sendFailedMails: {
    method: 'POST',
    path: '/api/admin/failed-mails/send',
    access: manage,
    ...selection,
    summary: 'Send failed emails again',
  },
  sendHeldMails: {
    method: 'POST',
    path: '/api/admin/held-mails/send',
    access: manage,
    ...selection,
    summary: 'Send held emails',
  },
  dropHeldMails: {
    method: 'POST',
    path: '/api/admin/held-mails/drop',
    access: manage,
    ...selection,
    summary: 'Drop held emails',
  },
})
