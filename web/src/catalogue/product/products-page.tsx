import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import { CreateProduct, product } from '@strand/contracts/catalogue/product.resource'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { z } from 'zod'
import { call } from '../../shared/api/client.ts'
import { MoneyField } from '../../shared/fields/money-field.tsx'
import { TextField } from '../../shared/fields/text-field.tsx'
import { TypedPrice } from '../../shared/fields/typed-price.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import { shortProductName } from '../../shared/format/truncate.ts'
import type { TextFieldProps } from '../../shared/forms/use-form.ts'
import { createdColumns, priceColumn } from '../../shared/list/catalogue-columns.tsx'
import { CatalogueList, catalogueResource } from '../../shared/list/catalogue-list.tsx'
import { ProductPicture } from '../../shared/product/product-picture.tsx'
import { PictureField, uploading } from './picture-field.tsx'

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
      cell: ({ productname, picture }) => (
        <span className="product-cell" title={productname}>
          <ProductPicture picture={picture} name={productname} />
          {shortProductName(productname)}
        </span>
      ),
    },
    {
      header: 'Group',
      sortField: 'group',
      cell: ({ group }) => group || <span className="muted">None</span>,
    },
    priceColumn,
    ...createdColumns,
  ],
  empty: {
    active: {
      title: 'No products',
      text: 'Without one, customers can’t place an order. Please add the first one.',
    },
    archived: {
      title: 'No archived products',
      text: 'An archived product is no longer offered, and can be restored.',
    },
  },
  add: { button: 'Add New', title: 'Add New Product' },
  form: {
    // The contract's schema, adapted to the form: the price is typed text, and the picture may
    // still be uploading.
    schema: CreateProduct.extend({
      price: TypedPrice,
      picture: z.string().refine((id) => id !== uploading, 'Please wait for the picture'),
    }),
    situation: 'action',
    id: 'productid',
    empty: { productname: '', price: '', group: '', picture: '' },
    valuesOf: ({ productname, price, group, picture }) => ({
      productname,
      price: formatNumber(price),
      group,
      picture,
    }),
    fields: ({ fieldProps }) => (
      <>
        <TextField label="Product name" autoComplete="off" {...fieldProps('productname')} />
        <MoneyField label="Price" {...fieldProps('price')} />
        <GroupField {...fieldProps('group')} />
        <PictureField productName={fieldProps('productname').value} {...fieldProps('picture')} />
      </>
    ),
    added: { toast: 'Created', text: 'Add Product', busyText: 'Adding Product...' },
  },
})

export const ProductsPage = () => <CatalogueList list={products} />

/** Suggests the existing product groups. */
const GroupField = (field: TextFieldProps) => {
  const listId = useId()
  const { data = [] } = useQuery({
    queryKey: ['products', 'groups'],
    queryFn: ({ signal }) => call(catalogueEndpoints.listProductChoices, { signal }),
    select: ({ result }) => [...new Set(result.map(({ group }) => group))].filter(Boolean).sort(),
  })
  return (
    <>
      <TextField
        label="Group"
        optional
        help="The heading it appears under in the form."
        autoComplete="off"
        list={listId}
        {...field}
      />
      <datalist id={listId}>
        {data.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}
