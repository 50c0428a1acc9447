import { type ProductEvent, productEvents } from '@strand/contracts/catalogue/product.events'
import type { Projection } from '@strand/platform/processors/projector'
import { type DecodedEvent, decodeEvents } from '../decoded-events.ts'

type Row = {
  product_id: string
  name: string
  price: number
  status: 'active' | 'archived'
  created_at: string | Date
  created_by: string
}

/** `read.product`: what the order form offers, the prices for orders, and the staff list. */
export const productProjection: Projection = {
  name: 'product',
  version: 1,
  views: ['product'],
  eventTypes: productEvents.types,
  durableTypes: productEvents.types,
  tables: `
    create table product (
      product_id uuid primary key,
      name text not null,
      price int8 not null,
      status text not null,
      created_at timestamptz not null,
      created_by text not null
    );
    create index on product (status, created_at, product_id);
    create index on product (lower(name));`,

  apply: async (recorded, connection) => {
    const events = decodeEvents(productEvents, recorded)
    const ids = [...new Set(events.map(({ event }) => event.data.productId))]
    const existing = await connection.query<Row>(
      'select * from product where product_id = any($1::uuid[])',
      [ids],
    )
    const rows = new Map(existing.rows.map((row) => [row.product_id, row]))
    for (const decoded of events) rows.set(decoded.event.data.productId, fold(decoded, rows))
    await connection.query(
      `insert into product
       select * from json_populate_recordset(null::product, $1)
       on conflict (product_id) do update set
         name = excluded.name, price = excluded.price, status = excluded.status`,
      [JSON.stringify([...rows.values()])],
    )
  },
}

const fold = ({ event, at, actor }: DecodedEvent<ProductEvent>, rows: Map<string, Row>): Row => {
  const { productId } = event.data
  if (event.type === 'ProductCreated') {
    const { name, price } = event.data
    const created = { created_at: at, created_by: actor.id }
    return { product_id: productId, name, price, status: 'active', ...created }
  }
  const row = rows.get(productId)
  if (!row) throw new Error(`${event.type} of product ${productId}, which was never created`)
  switch (event.type) {
    case 'ProductUpdated':
      return { ...row, name: event.data.name, price: event.data.price }
    case 'ProductArchived':
      return { ...row, status: 'archived' }
    case 'ProductRestored':
      return { ...row, status: 'active' }
  }
}
