import { CreateProduct } from '@strand/contracts/product'
import { MoneyField } from '../shared/money-field.tsx'
import { TextField } from '../shared/text-field.tsx'
import { TypedPrice } from '../shared/typed-price.ts'
import type { FormFields } from '../shared/use-form.ts'

/** The contract's form, with the price as the user types it. */
export const ProductForm = CreateProduct.extend({ price: TypedPrice })

export const productsKey = ['products']

/** The fields of a product, for adding and for editing one. */
export const ProductFields = ({ fieldProps: part }: FormFields<'productname' | 'price'>) => (
  <>
    <TextField label="Product name" autoComplete="off" {...part('productname')} />
    <MoneyField label="Price" {...part('price')} />
  </>
)
