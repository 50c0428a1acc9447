import { salesEvents } from '@strand/contracts/catalogue/sales.events'
import { type EventsOf, eventCodec } from '@strand/contracts/event-codec'
import { orderCreated } from '@strand/contracts/order/events'
import type { Projection } from '@strand/platform/processors/projector'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'

type Row = {
  sales_id: string
  name: string
  starts_at: string | Date
  ends_at: string | Date
  message: string
  status: 'active' | 'archived'
  orders: number
  created_at: string | Date
  created_by: string
}

/** Of an order, only the campaign that it was placed under matters here. */
const codec = eventCodec('sales-{salesId}, order-{orderId}', [
  ...salesEvents.definitions,
  ...[orderCreated],
])
type Event = EventsOf<typeof codec>

/** `read.sales`: the campaigns, and the number of orders placed under each. */
export const salesProjection: Projection = {
  name: 'sales',
  version: 1,
  views: ['sales'],
  eventTypes: codec.types,
  durableTypes: salesEvents.types,
  tables: `
    create table sales (
      sales_id uuid primary key,
      name text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      message text not null,
      status text not null,
      orders int8 not null,
      created_at timestamptz not null,
      created_by text not null
    );
    create index on sales (status, created_at, sales_id);`,

  apply: async (recorded, connection) => {
    const events = decodeEvents(codec, recorded)
    const ids = [...new Set(events.map(({ event }) => salesIdOf(event)).filter((id) => id !== ''))]
    if (ids.length === 0) return
    const existing = await connection.query<Row>(
      'select * from sales where sales_id = any($1::uuid[])',
      [ids],
    )
    const rows = new Map(existing.rows.map((row) => [row.sales_id, row]))
    for (const decoded of events) {
      const id = salesIdOf(decoded.event)
      if (id !== '') rows.set(id, fold(decoded, id, rows.get(id)))
    }
    await connection.query(
      `insert into sales
       select * from json_populate_recordset(null::sales, $1)
       on conflict (sales_id) do update set
         name = excluded.name, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
         message = excluded.message, status = excluded.status, orders = excluded.orders`,
      [JSON.stringify([...rows.values()])],
    )
  },
}

/** Empty for an order without a campaign. */
const salesIdOf = (event: Event) =>
  event.type === 'OrderCreated' ? (event.data.sales?.salesId ?? '') : event.data.salesId

const fold = (
  { event, at, actor }: DecodedEvent<Event>,
  salesId: string,
  row: Row | undefined,
): Row => {
  if (event.type === 'SalesCreated') {
    const { name, startsAt, endsAt } = event.data
    const created = { created_at: at, created_by: actor.id }
    const content = { name, starts_at: startsAt, ends_at: endsAt, message: '' }
    return { sales_id: salesId, ...content, status: 'active', orders: 0, ...created }
  }
  if (!row) throw new Error(`${event.type} of sales campaign ${salesId}, which was never created`)
  switch (event.type) {
    case 'SalesUpdated': {
      const { name, startsAt, endsAt } = event.data
      return { ...row, name, starts_at: startsAt, ends_at: endsAt }
    }
    case 'SalesMessageUpdated':
      return { ...row, message: event.data.message }
    case 'SalesArchived':
      return { ...row, status: 'archived' }
    case 'SalesRestored':
      return { ...row, status: 'active' }
    case 'OrderCreated':
      return { ...row, orders: row.orders + 1 }
  }
}
