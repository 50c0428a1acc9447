import { MailKind, mailNames } from '@strand/contracts/mail/mail'
import {
  maxOrderMails,
  type OrderMail,
  type OrderMailState,
  orderMailEndpoints,
} from '@strand/contracts/mail/order-mails'
import { normalizeOrderId, orderStream } from '@strand/contracts/order/id'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

type Options = { pool: Pool; undoSeconds: number }

type Row = {
  id: string
  kind: string
  position: string
  state: string
  reason: string | null
  due_at: Date | null
  at: Date | null
}

/** An order's emails, oldest first, and the time for which emails wait for an undo. */
export const orderMailRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(orderMailEndpoints.listOrderMails),
    handler: async ({ params }) => {
      const orderId = normalizeOrderId(params.orderId)
      if (!orderId) return { result: [] }
      const { rows } = await options.pool.query<Row>(
        `select id, kind, position::text, state, reason, due_at,
           case when state = 'held' then held_at else finished_at end as at
         from public.outbox where stream = $1 order by id limit $2`,
        [orderStream(orderId), maxOrderMails],
      )
      return { result: rows.map(orderMailOf) }
    },
  })

  app.route({
    ...endpointRoute(orderMailEndpoints.getMailDelay),
    handler: async () => ({ result: { seconds: options.undoSeconds } }),
  })
}

const orderMailOf = (row: Row): OrderMail => {
  const kind = MailKind.parse(row.kind)
  const state = stateOf(row)
  return {
    mailid: String(row.id),
    kind,
    mail: mailNames[kind],
    position: row.position,
    state,
    until: state === 'delayed' ? (row.due_at?.toISOString() ?? null) : null,
    at: row.at?.toISOString() ?? null,
    reason: row.reason ?? (row.state === 'too-old' ? 'too old' : ''),
  }
}

const stateOf = ({ state, reason }: Row): OrderMailState => {
  if (state === 'done') return reason === null ? 'sent' : 'unsent'
  if (state === 'dispatched') return 'waiting'
  return state === 'delayed' || state === 'failed' || state === 'held' || state === 'waiting'
    ? state
    : 'unsent'
}
