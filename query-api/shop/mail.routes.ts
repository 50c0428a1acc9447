import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import {
  type ListedMail,
  type MailCounts,
  MailKind,
  type MailState,
  mailNames,
} from '@strand/contracts/mail/mail'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { findOutage } from '@strand/platform/jobs/outage'
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
  failedat: Date | null
  sentat: Date | null
}

const conditions: Record<MailState, string> = {
  waiting: `mail.state in ('waiting', 'dispatched')`,
  failed: `mail.state = 'failed'`,
  // One that nobody needed any more is done too, and has a reason.
  sent: `mail.state = 'done' and mail.reason is null`,
  held: `mail.state = 'held'`,
}

const latestFirst = { waiting: 'createdat', failed: 'failedat', sent: 'sentat', held: 'failedat' }

const sortFields = {
  failedat: 'failedat',
  sentat: 'sentat',
  createdat: 'createdat',
  kind: 'kind',
  tries: 'tries',
}

/**
 * `GET /api/admin/mails?state=`: the mails in a state, latest first. `GET /api/admin/mails/counts`:
 * how many there are, and whether the mail server is away.
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
            mail.happened_at as createdat,
            case when mail.state = 'failed' then mail.finished_at
              when mail.state = 'held' then mail.held_at end as failedat,
            case when mail.state = 'done' then mail.finished_at end as sentat
          from public.outbox mail
          left join read.staff person on mail.stream = 'user-' || person.user_id::text
          where ${conditions[query.state]}`,
        values: [],
        order: orderByClause(
          query,
          sortFields,
          { field: latestFirst[query.state], order: 'desc' },
          'mailid',
        ),
        query,
      })
      const data = rows.map((row): ListedMail => {
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
          failedat: row.failedat?.toISOString() ?? null,
          sentat: row.sentat?.toISOString() ?? null,
        }
      })
      return pageAnswer(data, total, query)
    },
  })

  app.route({
    ...endpointRoute(mailEndpoints.countMails),
    handler: async () => ({ result: await countMails(pool) }),
  })
}

const countMails = async (pool: Pool): Promise<MailCounts> => {
  const count = (state: MailState) =>
    `(select count(*) from public.outbox mail where ${conditions[state]}) as ${state}`
  const { rows } = await pool.query<Omit<MailCounts, 'outage'>>(
    `select ${count('waiting')}, ${count('failed')}, ${count('held')}`,
  )
  const outage = await findOutage(pool, 'mail')
  return {
    ...(rows[0] ?? { waiting: 0, failed: 0, held: 0 }),
    outage: outage && { since: outage.since.toISOString(), reason: outage.reason },
  }
}
