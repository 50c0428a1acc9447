import { normalizeOrderId } from '@strand/contracts/order/id'
import {
  type Colleague,
  maxColleagues,
  maxUnread,
  noteEndpoints,
  type UnreadMention,
  unreadDays,
} from '@strand/contracts/order/notes'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { staffName } from '../staff-name.ts'

/** The people who can be mentioned in a note, and the caller's unread mentions. */
export const mentionRoutes: FastifyPluginAsyncZod<{ pool: Pool; now: Now }> = async (
  app,
  { pool, now },
) => {
  app.route({
    ...endpointRoute(noteEndpoints.listColleagues),
    handler: async () => {
      const { rows } = await pool.query<Colleague>(
        `select user_id::text as userid, ${staffName('staff')} as name from read.staff
         where status = 'active' order by lower(first_name), user_id limit ${maxColleagues}`,
      )
      return { result: rows }
    },
  })

  app.route({
    ...endpointRoute(noteEndpoints.listMentions, { readModels: ['order'] }),
    handler: async (request) => {
      const { rows } = await pool.query<Omit<UnreadMention, 'createdat'> & { createdat: Date }>(
        `select mention.order_id as orderid, at as createdat, coalesce(${staffName('staff')}, '') as name
         from (
           select distinct on (order_id) order_id, position, at, author
           from read.order_mention where user_id = $1 and at > $2::timestamptz
           order by order_id, position desc
         ) mention
         left join public.mention_read seen
           on seen.order_id = mention.order_id and seen.user_id = $1
         left join read.staff on staff.user_id = mention.author
         where mention.position > coalesce(seen.position, -1)
         order by mention.position desc limit ${maxUnread}`,
        [principalOf(request).userId, new Date(now().getTime() - unreadDays * 86_400_000)],
      )
      return { result: rows.map((row) => ({ ...row, createdat: row.createdat.toISOString() })) }
    },
  })

  app.route({
    ...endpointRoute(noteEndpoints.markMentionsRead, { readModels: ['order'] }),
    handler: async (request) => {
      const orderId = normalizeOrderId(request.params.orderId) ?? ''
      // Older mentions count as read without a row.
      await pool.query(
        `delete from public.mention_read where read_at < now() - interval '${unreadDays} days'`,
      )
      await pool.query(
        `insert into public.mention_read (user_id, order_id, position)
         select user_id, order_id, max(position) from read.order_mention
         where user_id = $1 and order_id = $2 group by user_id, order_id
         on conflict (user_id, order_id) do update set
           position = excluded.position, read_at = now()`,
        [principalOf(request).userId, orderId],
      )
      return successBody('The notes on this order are marked as read')
    },
  })
}
