import { location } from '@strand/contracts/catalogue/location.resource'
import { archivableProjection } from './archivable.projection.ts'

/** `read.location`: delivery locations, their prices, and pick-up addresses. */
export const locationProjection = archivableProjection({
  resource: location,
  version: 1,
  tables: `
    create table location (
      location_id uuid primary key,
      name text not null,
      price int8 not null,
      address text not null,
      status text not null,
      created_at timestamptz not null,
      created_by text not null
    );
    create index on location (status, created_at, location_id);`,
  columns: { name: 'name', price: 'price', address: 'address' },
})
