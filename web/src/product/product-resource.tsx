import type { Product } from '@strand/contracts/catalogue/product'
import { productArchiving, productEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { Money } from '../shared/format/money.tsx'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import { shortProductName } from '../shared/format/truncate.ts'
import type { ArchivableResource } from '../shared/list/archivable-list.tsx'
import { ProductEditor } from './product-editor.tsx'
import { productsKey } from './product-form.tsx'

export const productResource: ArchivableResource<Product> = {
  title: 'Products',
  singular: 'product',
  plural: 'products',
  kind: 'product',
  queryKey: productsKey,
  lists: { active: productEndpoints.listProducts, archived: productEndpoints.listArchivedProducts },
  archiving: productArchiving,
  filters: ['productname'],
  searchBy: 'productname',
  idOf: ({ productid }) => productid,
  nameOf: ({ productname }) => productname,
  columns: () => [
    {
      header: 'Product name',
      headline: true,
      sortField: 'productname',
      cell: ({ productname }) => <span title={productname}>{shortProductName(productname)}</span>,
    },
    {
      header: 'Price',
      numeric: true,
      sortField: 'price',
      cell: ({ price }) => <Money amount={price} />,
    },
    { header: 'Created by', sortField: 'createdby', cell: ({ createdby }) => createdby },
    {
      header: 'Created',
      sortField: 'createdat',
      cell: ({ createdat }) => <RelativeTime at={createdat} />,
    },
  ],
  mayEdit: 'catalogue.manage',
  empty: (tab) =>
    tab === 'active' ? (
      <>
        <h2>No products</h2>
        <p>What is added here is what customers can choose in the order form.</p>
      </>
    ) : (
      <>
        <h2>No archived products</h2>
        <p>An archived product is no longer offered, and can be restored.</p>
      </>
    ),
  editor: (product, onClose) => <ProductEditor product={product} onClose={onClose} />,
}
