import { lagosDay } from '@strand/contracts/lagos-time'
import { trackingEndpoints } from '@strand/contracts/order/tracking.endpoints'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** With fewer approvals, one unusual day would decide the figure. */
const fewest = 20
const thirtyDays = 30 * 24 * 3_600_000
/** In minutes, one week: a longer time is not shown to customers. */
const longest = 10_080

const withinMinutes = `
  select within_minutes from (
    select within_minutes,
      sum(sum(count)) over (order by within_minutes) as so_far, sum(sum(count)) over () as total
    from read.order_confirmation where day > $1 group by within_minutes
  ) reached
  where total >= ${fewest} and so_far >= 0.8 * total order by within_minutes limit 1`

/** The usual time until an order is confirmed. Reads at most 14 rows per day. */
export const confirmationTimeRoutes: FastifyPluginAsyncZod<{
  pool: Pool
  now: Now
}> = async (app, { pool, now }) => {
  const read = async () => {
    const since = lagosDay(new Date(now().getTime() - thirtyDays).toISOString())
    const { rows } = await pool.query<{ within_minutes: number }>({
      name: 'confirmation-time',
      text: withinMinutes,
      values: [since],
    })
    const minutes = rows[0]?.within_minutes ?? null
    return minutes !== null && minutes <= longest ? minutes : null
  }
  app.route({
    ...endpointRoute(trackingEndpoints.getConfirmationTime),
    handler: async () => ({ result: { withinMinutes: await read() } }),
  })
}
