import { sales } from '@strand/contracts/catalogue/sales.resource'
import { orderCreated } from '@strand/contracts/order/events'
import { archivableProjection } from './archivable.projection.ts'

/** `read.sales`: the campaigns, each with its number of orders. */
export const salesProjection = archivableProjection({
  resource: sales,
  version: 1,
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
  columns: { name: 'name', starts_at: 'startsAt', ends_at: 'endsAt', message: 'message' },
  initial: { message: '', orders: 0 },
  counted: {
    column: 'orders',
    event: orderCreated,
    idOf: ({ data }) => data.sales?.salesId,
  },
})
