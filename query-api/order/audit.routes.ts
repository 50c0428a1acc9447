import type { OrderAuditEvent } from '@strand/contracts/order/audit'
import { orderEvents } from '@strand/contracts/order/events'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { orderStream } from '@strand/contracts/order/order'
import { sealedIn } from '@strand/contracts/order/personal'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { Rejected } from '@strand/platform/errors'
import type { EventStore, RecordedEvent } from '@strand/platform/event-store/event-store'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditOf } from './audit.ts'

type Options = { pool: Pool; eventStore: EventStore; personalData: PersonalData }

const orderEventTypes = new Set<string>(orderEvents.types)

/**
 * Every event of an order, for auditors: from the log itself, not from a read model.
 * Decision 067.
 */
export const orderAuditRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(orderDeskEndpoints.listOrderEvents),
    handler: async ({ params, query }) => {
      const orderId = normalizeOrderId(params.orderId)
      const audit = orderId && (await auditUntil(options, orderId, query.at))
      if (!audit) {
        const then = query.at === undefined ? '' : ' at that time'
        throw new Rejected('not-found', `There is no order with this id${then}`)
      }
      return { result: audit }
    },
  })
}

const auditUntil = async (
  { pool, eventStore, personalData }: Options,
  orderId: string,
  at: string | undefined,
) => {
  const latest = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at)
  const history = (await eventStore.readStream(orderStream(orderId)))
    .filter(({ type }) => orderEventTypes.has(type))
    .map(readRecorded)
    .filter(({ createdat }) => Date.parse(createdat) <= latest)
  const sealed = history.map(({ event }) => sealedIn(event))
  const [contents, names] = await Promise.all([
    personalData.open(sealed.filter((one) => one !== null)),
    namesOf(
      pool,
      history.map(({ actor }) => actor.id),
    ),
  ])
  let next = 0
  return auditOf(
    history.map(({ actor, ...read }, index) => ({
      ...read,
      opened: sealed[index] ? contents[next++] : undefined,
      by: { kind: actor.kind, ...whoIs(actor, names) },
    })),
  )
}

const readRecorded = (recorded: RecordedEvent) => {
  const { event, metadata } = orderEvents.decode(recorded)
  return {
    event,
    actor: metadata.actor,
    createdat: metadata.at,
    position: String(recorded.position),
  }
}

const namesOf = async (pool: Pool, userIds: string[]) => {
  const { rows } = await pool.query<{ id: string; name: string; role: string }>({
    name: 'names of staff',
    text: `select user_id::text as id, trim(first_name || ' ' || last_name) as name, role
     from read.staff where user_id::text = any($1::text[])`,
    values: [userIds],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

const whoIs = (
  { kind, id }: { kind: OrderAuditEvent['by']['kind']; id: string },
  names: Map<string, { name: string; role: string }>,
) => {
  if (kind === 'customer') return { name: 'Customer', role: '' }
  if (kind === 'system') return { name: 'System', role: '' }
  const { name = 'Unknown', role = '' } = names.get(id) ?? {}
  return { name, role }
}
