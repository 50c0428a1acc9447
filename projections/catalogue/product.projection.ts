import { product } from '@strand/contracts/catalogue/product.resource'
import { archivableProjection } from './archivable.projection.ts'

/** `read.product`: the products, for the order form, its prices and the staff list. */
export const productProjection = archivableProjection({
  resource: product,
  version: 2,
  tables: `
    create table product (
      product_id uuid primary key,
      name text not null,
      price int8 not null,
      picture text not null,
      group_name text not null,
      status text not null,
      created_at timestamptz not null,
      created_by text not null
    );
    create index on product (status, created_at, product_id);
    create index on product (lower(name));
    create index on product (picture);`,
  columns: { name: 'name', price: 'price', picture: 'picture', group_name: 'group' },
  initial: { picture: '', group_name: '' },
})
