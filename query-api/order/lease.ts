import { leaseSeconds, type OrderLease } from '@strand/contracts/order/lease'
import { timeAgo } from '@strand/contracts/order/told-of-event'
import { conflict } from '@strand/event-sourcing/errors'
import { lockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { missingOrder } from '../missing-order.ts'

/** Joins the names of staff. A left join, because the read model may lack a name. */
const withNames = `public.order_lease lease left join read.staff on staff.user_id = lease.user_id`
const name = `coalesce(staff.first_name, 'A colleague') as name`

export const runningLeases = async (pool: Pool): Promise<OrderLease[]> => {
  const { rows } = await pool.query<OrderLease>(
    `select lease.order_id as orderid, lease.user_id as userid, ${name}
     from ${withNames} where lease.until > now() order by lease.order_id`,
  )
  return rows
}

/**
 * Leases an order to this person, unless a colleague's lease is still running and `takeOver` is not
 * set.
 */
const lease = async (
  connection: Pool | Connection,
  orderId: string,
  userId: string,
  takeOver: boolean,
): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `insert into public.order_lease as held (order_id, user_id, taken_at, until)
     values ($1, $2, now(), now() + make_interval(secs => ${leaseSeconds}))
     on conflict (order_id) do update set
       user_id = excluded.user_id, until = excluded.until,
       taken_at = case when held.user_id = $2 then held.taken_at else now() end,
       taken_from = case when held.user_id = $2 then held.taken_from
         when held.until > now() then held.user_id end
     where held.user_id = $2 or held.until <= now() or $3`,
    [orderId, userId, takeOver],
  )
  return rowCount === 1
}

/** Throws 409 with the name of the colleague who was first or took over the order. */
export const takeLease = async (
  pool: Pool,
  { orderId, userId, takeOver }: { orderId: string; userId: string; takeOver: boolean },
): Promise<void> => {
  const order = await pool.query('select from read.order_state where order_id = $1', [orderId])
  if (order.rowCount === 0) throw await missingOrder(pool, orderId)
  if (await lease(pool, orderId, userId, takeOver)) return
  const { rows } = await pool.query<{ name: string; seconds: number; mine: boolean }>(
    `select ${name}, taken_from = $2 as mine,
       floor(extract(epoch from now() - taken_at))::int as seconds
     from ${withNames} where order_id = $1`,
    [orderId, userId],
  )
  const { name: who = 'A colleague', seconds = 0, mine = false } = rows[0] ?? {}
  const what = mine ? 'took this over' : 'began to look at this'
  throw conflict(`${who} ${what} ${timeAgo(seconds)}`)
}

export const releaseLease = (pool: Pool, orderId: string, userId: string) =>
  pool.query('delete from public.order_lease where order_id = $1 and user_id = $2', [
    orderId,
    userId,
  ])

/**
 * Leases the oldest pending order that no colleague has leased and that is not waiting for a second
 * approval; returns null if there is none. Picks one order at a time, so that two people never get
 * the same order. Also deletes old leases.
 */
export const leaseNext = (
  pool: Pool,
  { userId, skip }: { userId: string; skip: string[] },
): Promise<string | null> =>
  transaction(pool, async (connection) => {
    await lockTransaction(connection, 'strand review queue')
    await connection.query(`delete from public.order_lease where until < now() - interval '1 hour'`)
    const skipped = [...skip]
    for (;;) {
      const { rows } = await connection.query<{ order_id: string }>(
        `select order_id from read.order_state state
         where status = 'pending' and order_id <> all($1::text[])
           and proposed_by is distinct from $2::uuid
           and not exists (
             select from public.order_lease lease
             where lease.order_id = state.order_id and lease.user_id <> $2 and lease.until > now())
         order by created_at, order_id limit 1`,
        [skipped, userId],
      )
      const [next] = rows
      if (!next) return null
      // A colleague may have opened this order from the list in the meantime.
      if (await lease(connection, next.order_id, userId, false)) return next.order_id
      skipped.push(next.order_id)
    }
  })
