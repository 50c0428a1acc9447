import { CreateProduct } from '@strand/contracts/catalogue/product'
import { product } from '@strand/contracts/catalogue/product.resource'
import { MoneyField } from '../shared/fields/money-field.tsx'
import { TextField } from '../shared/fields/text-field.tsx'
import { TypedPrice } from '../shared/fields/typed-price.ts'
import { formatNumber } from '../shared/format/money.tsx'
import { shortProductName } from '../shared/format/truncate.ts'
import { createdColumns, priceColumn } from '../shared/list/catalogue-columns.tsx'
import { CatalogueList, catalogueResource } from '../shared/list/catalogue-list.tsx'

const products = catalogueResource({
  title: 'Products',
  singular: 'product',
  plural: 'products',
  kind: product.path,
  queryKey: ['products'],
  endpoints: product.endpoints,
  searchBy: 'productname',
  idOf: ({ productid }) => productid,
  nameOf: ({ productname }) => productname,
  columns: [
    {
      header: 'Product name',
      headline: true,
      sortField: 'productname',
      cell: ({ productname }) => <span title={productname}>{shortProductName(productname)}</span>,
    },
    priceColumn,
    ...createdColumns,
  ],
  empty: {
    active: {
      title: 'No products',
      text: 'What is added here is what customers can choose in the order form.',
    },
    archived: {
      title: 'No archived products',
      text: 'An archived product is no longer offered, and can be restored.',
    },
  },
  add: { button: 'Add New', title: 'Add New Product' },
  form: {
    // The contract's form, with the price as the user types it.
    schema: CreateProduct.extend({ price: TypedPrice }),
    situation: 'action',
    id: 'productid',
    empty: { productname: '', price: '' },
    valuesOf: ({ productname, price }) => ({ productname, price: formatNumber(price) }),
    fields: ({ fieldProps }) => (
      <>
        <TextField label="Product name" autoComplete="off" {...fieldProps('productname')} />
        <MoneyField label="Price" {...fieldProps('price')} />
      </>
    ),
    added: { toast: 'Created', text: 'Add Product', busyText: 'Adding Product...' },
  },
})

/** `/dashboard/product`. */
export const ProductsPage = () => <CatalogueList list={products} />
