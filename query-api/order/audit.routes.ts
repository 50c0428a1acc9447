import type { OrderAudit, OrderAuditEvent } from '@strand/contracts/order/audit'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { Shop } from '@strand/contracts/shop/shop'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import { memoizeByVersion } from '@strand/platform/async/memoize-by-version'
import type { Now } from '@strand/platform/clock'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sendJsonText } from '../json-text.ts'
import { missingOrder } from '../missing-order.ts'
import { servedVersions } from '../served-versions.ts'
import { staffName } from '../staff-name.ts'
import { auditOf } from './audit.ts'
import { historyReader } from './histories.ts'
import { type LineAct, orderMoneyReader } from './line-acts.ts'
import { proofLinks } from './proof-links.ts'

type Options = {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
  progress: Pick<Progress, 'servedVersion'>
  tokenSecret: KeyRing
  shop: Pick<Shop, 'name' | 'bankAccountName'>
  now: Now
}
type Acted = { createdat: string; actor: LineAct['actor'] }

/** The longest text that is cached, in characters. */
const maxKept = 64 * 1024

type Names = Map<string, { name: string; role: string }>

/**
 * Shows auditors every event of an order, from the log. Only the list of bank lines that ever paid
 * for the order comes from a read model.
 */
export const orderAuditRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { pool, progress } = options
  const historyOf = historyReader(options)
  const { name, bankAccountName } = options.shop
  const moneyOf = orderMoneyReader({ ...options, shopNames: [name, bankAccountName] })

  const auditText = async (typedId: string, at: string | undefined): Promise<string> => {
    const orderId = normalizeOrderId(typedId)
    const latest = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at)
    const [history, names] = await Promise.all([orderId ? historyOf(orderId) : [], namesOf(pool)])
    const { days, acts } = await moneyOf(orderId ?? '', history)
    const shown = <E extends Acted>(events: readonly E[]) =>
      events
        .filter(({ createdat }) => Date.parse(createdat) <= latest)
        .map(({ actor, ...event }) => ({
          ...event,
          by: { kind: actor.kind, ...whoIs(actor, names) },
        }))
    const audit = auditOf(
      shown(history),
      { days, acts: shown(acts) },
      (userId) => names.get(userId)?.name ?? 'Unknown',
    )
    if (!audit && at === undefined) throw await missingOrder(pool, orderId ?? '')
    if (!audit) throw new Rejected('not-found', 'There is no order with this id at that time')
    const { files, order, ...told } = audit
    const filepath = proofLinks(files, { secret: options.tokenSecret, now: options.now() })
    const result: OrderAudit = { ...told, order: { ...order, filepath } }
    return JSON.stringify({ result })
  }
  // A cached history takes 0.15 ms of CPU time, a new one 0.65 ms.
  const keptText = memoizeByVersion(
    auditText,
    () => servedVersions(progress, ['order', 'bank', 'staff']),
    (...question) => JSON.stringify(question),
    undefined,
    (text) => text.length <= maxKept,
  )

  app.route({
    ...endpointRoute(orderDeskEndpoints.listOrderEvents, { readModels: ['order', 'bank'] }),
    handler: async ({ params, query }, reply) => {
      const text = await keptText(params.orderId, query.at)
      return sendJsonText(reply, text)
    },
  })
}

const namesOf = async (pool: Pool): Promise<Names> => {
  const { rows } = await pool.query<{ id: string; name: string; role: string }>(
    `select user_id::text as id, ${staffName('staff')} as name, role
     from read.staff`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const whoIs = ({ kind, id }: { kind: OrderAuditEvent['by']['kind']; id: string }, names: Names) => {
  if (kind === 'customer') return { name: 'Customer', role: '' }
  if (kind === 'system') return { name: 'System', role: '' }
  const { name = 'Unknown', role = '' } = names.get(id) ?? {}
  return { name, role }
}
