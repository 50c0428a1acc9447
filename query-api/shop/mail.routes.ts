import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { type FailedMail, MailKind, mailNames } from '@strand/contracts/mail/mail'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { orderByClause, pageAnswer, readPage } from '../page.ts'

type Row = {
  mailid: string
  kind: string
  orderid: string | null
  fullname: string | null
  reason: string | null
  tries: number
  createdat: Date
  failedat: Date
}

const sortFields = {
  failedat: 'failedat',
  createdat: 'createdat',
  kind: 'kind',
  tries: 'tries',
}

/**
 * `GET /api/admin/mails?state=failed|held`: mails that could not or may not be sent, latest first.
 */
export const mailRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(mailEndpoints.listMails, { readModels: ['staff'] }),
    handler: async ({ query }) => {
      const { rows, total } = await readPage<Row>(pool, {
        matching: `
          select mail.id as mailid, mail.kind, mail.reason, mail.tries,
            case when mail.stream like 'order-%' then substr(mail.stream, 7) end as orderid,
            person.first_name || ' ' || person.last_name as fullname,
            mail.happened_at as createdat, coalesce(mail.finished_at, mail.held_at) as failedat
          from public.outbox mail
          left join read.staff person on mail.stream = 'user-' || person.user_id::text
          where mail.state = $1`,
        values: [query.state],
        order: orderByClause(query, sortFields, { field: 'failedat', order: 'desc' }, 'mailid'),
        query,
      })
      const data = rows.map((row): FailedMail => {
        const kind = MailKind.parse(row.kind)
        return {
          mailid: String(row.mailid),
          kind,
          mail: mailNames[kind],
          orderid: row.orderid,
          fullname: row.fullname,
          reason: row.reason ?? '',
          tries: row.tries,
          createdat: row.createdat.toISOString(),
          failedat: row.failedat.toISOString(),
        }
      })
      return pageAnswer(data, total, query)
    },
  })
}
