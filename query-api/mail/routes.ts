import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import {
  type ListedMail,
  MailKind,
  type MailState,
  mailNames,
  mailReaction,
} from '@strand/contracts/mail/mail'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { findOutage } from '@strand/platform/jobs/outage'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { orderByClause, pageAnswer } from '../page.ts'

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
  waiting: `mail.state in ('delayed', 'waiting', 'dispatched')`,
  failed: `mail.state = 'failed'`,
  // A reason on an email that is done means that the email was never sent, because it was no longer
  // needed.
  sent: `mail.state = 'done' and mail.reason is null`,
  held: `mail.state = 'held'`,
}

const nothing = 'null::timestamptz'
/** The times that each state shows: when an email failed or was held, and when it was sent. */
const times: Record<MailState, string> = {
  waiting: `${nothing} as failedat, ${nothing} as sentat`,
  failed: `mail.finished_at as failedat, ${nothing} as sentat`,
  sent: `${nothing} as failedat, mail.finished_at as sentat`,
  held: `mail.held_at as failedat, ${nothing} as sentat`,
}

const latestField = { waiting: 'createdat', failed: 'failedat', sent: 'sentat', held: 'failedat' }

const sortFields = {
  failedat: 'failedat',
  sentat: 'sentat',
  createdat: 'createdat',
  kind: 'kind',
  tries: 'tries',
}

/**
 * `GET /api/admin/mails?state=`: the emails in a state, latest first. `GET
 * /api/admin/mails/counts`: the number in each state, and whether the mail server is unreachable.
 */
export const mailRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(mailEndpoints.listMails, { readModels: ['staff'] }),
    handler: async ({ query }) => {
      const { state, page, results } = query
      const latestFirst = { field: latestField[state], order: 'desc' } as const
      const order = orderByClause(query, sortFields, latestFirst, 'mailid')
      // Two statements for rows and total, so that each can use an index: a month can have as many
      // emails as orders.
      const { rows } = await pool.query<Row>(
        `select mail.id as mailid, mail.kind, mail.reason, mail.tries,
           case when mail.stream like 'order-%' then substr(mail.stream, 7) end as orderid,
           (select person.first_name || ' ' || person.last_name from read.staff person
             where mail.stream = 'user-' || person.user_id::text) as fullname,
           mail.happened_at as createdat, ${times[state]}
         from public.outbox mail where ${conditions[state]}
         order by ${order} limit $1 offset $2`,
        [results, (page - 1) * results],
      )
      const total = (await countMails(pool, [state]))[state] ?? 0
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
    handler: async () => {
      const [counts, outage] = await Promise.all([
        countMails(pool, ['waiting', 'failed', 'held']),
        findOutage(pool, mailReaction),
      ])
      const { waiting = 0, failed = 0, held = 0 } = counts
      const since = outage?.since.toISOString() ?? ''
      return {
        result: { waiting, failed, held, outage: outage && { since, reason: outage.reason } },
      }
    },
  })
}

const countMails = async (pool: Pool, states: MailState[]) => {
  const counts = states.map(
    (state) => `(select count(*) from public.outbox mail where ${conditions[state]}) as ${state}`,
  )
  const { rows } = await pool.query<Partial<Record<MailState, number>>>(`select ${counts}`)
  return rows[0] ?? {}
}
