import { SalesEvent } from '@strand/contracts/sales.events'
import type { Projection } from '@strand/platform/projection'
import { z } from 'zod'
import { type Read, readEvents } from './event.ts'

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

/** The only part of an order used here: the campaign it was placed under. */
const OrderPlaced = z.object({
  type: z.literal('OrderCreated'),
  data: z.object({ sales: z.object({ salesId: z.string() }).nullable() }),
})
const Event = z.union([SalesEvent, OrderPlaced])

const campaignTypes = [
  'SalesCreated',
  'SalesUpdated',
  'SalesMessageUpdated',
  'SalesArchived',
  'SalesRestored',
]

/** `read.sales`: the campaigns, and the number of orders placed under each. */
export const salesProjection: Projection = {
  name: 'sales',
  version: 1,
  views: ['sales'],
  eventTypes: [...campaignTypes, 'OrderCreated'],
  durableTypes: campaignTypes,
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
    const events = readEvents(Event, recorded)
    const ids = [...new Set(events.map(({ event }) => salesIdOf(event)).filter((id) => id !== ''))]
    if (ids.length === 0) return
    const known = await connection.query<Row>(
      'select * from sales where sales_id = any($1::uuid[])',
      [ids],
    )
    const rows = new Map(known.rows.map((row) => [row.sales_id, row]))
    for (const read of events) {
      const id = salesIdOf(read.event)
      if (id !== '') rows.set(id, fold(read, id, rows.get(id)))
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
const salesIdOf = (event: z.infer<typeof Event>) =>
  event.type === 'OrderCreated' ? (event.data.sales?.salesId ?? '') : event.data.salesId

const fold = (
  { event, at, actor }: Read<z.infer<typeof Event>>,
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
