import { CommandAnswer } from '@strand/contracts/answer'
import { pathIdentifier } from '@strand/contracts/text'
import type { Now } from '@strand/platform/clock'
import type { EventStore } from '@strand/platform/event-store'
import type { FileStore } from '@strand/platform/files'
import { succeed, withPosition } from '@strand/platform/http'
import { staffOrigin } from '@strand/platform/origin'
import type { PersonalData } from '@strand/platform/personal-data'
import type { Pool } from '@strand/platform/postgres'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Order } from './order.decider.ts'
import { handleOrder, knownOrderId, readOrder } from './order.handle.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  files: Pick<FileStore, 'delete'>
  now: Now
}

/**
 * `DELETE /api/admin/orders/{orderId}/personal-data`: the order's key and proof files are destroyed.
 * The event goes first, since read models forget by it: a crash after it leaves data that nobody is
 * shown any more, and `finishErasures` destroys that. Asking again destroys again.
 */
export const orderErasureRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.delete(
    '/api/admin/orders/:orderId/personal-data',
    {
      config: { access: { permission: 'orders.erase' } },
      schema: { params: z.object({ orderId: pathIdentifier }), response: { 200: CommandAnswer } },
    },
    async (request, reply) => {
      const { eventStore, pool, now } = options
      const orderId = knownOrderId(request.params.orderId)
      await readOrder(eventStore, orderId)
      await pool.query(
        'insert into order_erasure (order_id, asked_at) values ($1, $2) on conflict do nothing',
        [orderId, now().toISOString()],
      )
      const { state, position } = await handleOrder(
        eventStore,
        orderId,
        { type: 'ErasePersonalData' },
        staffOrigin(request, now()),
      )
      if (state) await destroy(options, state)
      return withPosition(reply, position).send(
        succeed(`The personal data of order ${orderId} has been erased`),
      )
    },
  )
}

const destroy = async (
  { personalData, files, pool }: Pick<Options, 'personalData' | 'files' | 'pool'>,
  order: Order,
) => {
  await personalData.erase(order.keyId)
  for (const file of order.files) {
    if (await isOfAnother(pool, order.orderId, file)) continue
    await files.delete(file.key)
    await pool.query('delete from upload where key = $1', [file.key])
  }
  await pool.query('delete from order_erasure where order_id = $1', [order.orderId])
}

/** Whether a second order names the very same upload: then that order's proof stays. */
const isOfAnother = async (
  pool: Pool,
  orderId: string,
  { key, sha256 }: Order['files'][number],
): Promise<boolean> => {
  const { rows } = await pool.query<{ shared: boolean }>(
    `select exists (
       select from read.order_file file join read.order_detail detail using (order_id)
       where file.sha256 = $1 and file.order_id <> $2
         and detail.files @> jsonb_build_array(jsonb_build_object('key', $3::text))
     ) as shared`,
    [sha256, orderId, key],
  )
  return rows[0]?.shared ?? false
}

/** Makes good what a crash left of erasures that were asked for more than a minute ago. */
export const finishErasures = async (options: Options): Promise<void> => {
  const { eventStore, pool, now } = options
  const { rows } = await pool.query<{ order_id: string }>(
    'select order_id from order_erasure where asked_at < $1',
    [new Date(now().getTime() - 60_000).toISOString()],
  )
  for (const { order_id: orderId } of rows) {
    const order = await readOrder(eventStore, orderId)
    if (order.erased) await destroy(options, order)
    else await pool.query('delete from order_erasure where order_id = $1', [orderId])
  }
}
