import { Actor } from '@strand/contracts/envelope'
import { orderIdOfStream } from '@strand/contracts/order/id'
import type { OrderChange } from '@strand/contracts/order/live'
import type { OrderStatus } from '@strand/contracts/order/status'
import { toldOfEvent } from '@strand/contracts/order/told-of-event'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

export const concernsOrders = ({ type }: RecordedEvent) =>
  type === 'CustomerContacted' ||
  (type.startsWith('Order') && type !== 'OrderIdsReserved' && type !== 'OrderMailReleased')

export type OrderEvents = {
  created: string[]
  last: ReadonlyMap<string, RecordedEvent>
  missed: boolean
}

const none: OrderEvents = { created: [], last: new Map(), missed: false }

export const orderEventsOf = (events: RecordedEvent[], known = none): OrderEvents => {
  const ofOrders = events
    .filter(concernsOrders)
    .map((event) => [orderIdOfStream(event.stream), event] as const)
  const created = ofOrders.filter(([, { type }]) => type === 'OrderCreated').map(([id]) => id)
  return {
    created: [...known.created, ...created],
    last: new Map([...known.last, ...ofOrders]),
    missed: known.missed,
  }
}

/** The current row of each of these orders, and who made its latest change. */
export const readOrderChanges = async (
  pool: Pool,
  last: OrderEvents['last'],
): Promise<OrderChange[]> => {
  const actors = new Map(
    [...last].map(([id, { metadata }]) => [id, Actor.safeParse(metadata.actor).data] as const),
  )
  const staffIds = [...actors.values()].flatMap((by) => (by?.kind === 'staff' ? [by.id] : []))
  const [orders, staff] = await Promise.all([
    pool.query<{ order_id: string; status: OrderStatus; position: string }>(
      'select order_id, status, position::text from read.order_state where order_id = any($1)',
      [[...last.keys()]],
    ),
    // If the names cannot be read, the change is still reported.
    pool
      .query<{ user_id: string; first_name: string }>(
        'select user_id::text, first_name from read.staff where user_id::text = any($1)',
        [staffIds],
      )
      .catch(() => ({ rows: [] })),
  ])
  const names = new Map(staff.rows.map(({ user_id, first_name }) => [user_id, first_name]))
  return orders.rows.map(({ order_id, status, position }) => {
    const by = actors.get(order_id)
    const userid = by?.kind === 'staff' ? by.id : ''
    const somebody = by?.kind === 'customer' ? 'The customer' : 'The shop'
    return {
      orderid: order_id,
      position,
      orderstatus: status,
      userid,
      who: userid ? (names.get(userid) ?? 'A colleague') : somebody,
      did: toldOfEvent(last.get(order_id)?.type ?? '', status),
    }
  })
}
