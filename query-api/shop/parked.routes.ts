import type { Permission } from '@strand/contracts/accounts/permission'
import { catalogue } from '@strand/contracts/catalogue/catalogue'
import type { ParkedStreams } from '@strand/contracts/shop/parked'
import { staffNoticeEndpoints } from '@strand/contracts/shop/staff.endpoints'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** For each kind: its read model, the prefix of its streams, and the permission for its list. */
const kinds: Record<string, { projection: string; prefix: string; permission: Permission }> = {
  order: { projection: 'order', prefix: 'order-', permission: 'orders.read' },
  ...Object.fromEntries(
    catalogue.map(({ path, name }) => [
      path,
      { projection: name, prefix: `${name}-`, permission: 'catalogue.read' as const },
    ]),
  ),
  user: { projection: 'staff', prefix: 'user-', permission: 'users.read' },
}

/** The maximum number of ids of one kind in an answer; the total counts the others, too. */
const maxIds = 20

/** `GET /api/admin/parked`: the parked streams of the kinds that the caller may see. */
export const parkedRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(staffNoticeEndpoints.listParkedStreams, {
      readModels: Object.values(kinds).map(({ projection }) => projection),
    }),
    handler: async (request) => {
      const { permissions } = principalOf(request)
      const shown = Object.entries(kinds).filter(([, { permission }]) =>
        permissions.includes(permission),
      )
      const { rows } = await pool.query<ParkedStreams>(
        `select requested.kind, counted.total, named.ids
         from unnest($1::text[], $2::text[], $3::text[]) requested (kind, projection, prefix)
         join public.projection serving on serving.name = requested.projection
         cross join lateral (
           select count(*)::int as total from public.parked_stream parked
           where parked.kind = 'projection' and parked.name = serving.name
             and parked.version = serving.version and starts_with(parked.stream, requested.prefix)
         ) counted
         cross join lateral (
           select array_agg(id order by position) as ids from (
             select substr(parked.stream, length(requested.prefix) + 1) as id, parked.position
             from public.parked_stream parked
             where parked.kind = 'projection' and parked.name = serving.name
               and parked.version = serving.version and starts_with(parked.stream, requested.prefix)
             order by parked.position limit ${maxIds}
           ) first
         ) named
         where counted.total > 0`,
        [
          shown.map(([kind]) => kind),
          shown.map(([, { projection }]) => projection),
          shown.map(([, { prefix }]) => prefix),
        ],
      )
      return { result: rows }
    },
  })
}
