import { CreateProduct } from '@strand/contracts/catalogue/product'
import { MoneyField } from '../shared/fields/money-field.tsx'
import { TextField } from '../shared/fields/text-field.tsx'
import { TypedPrice } from '../shared/fields/typed-price.ts'
import type { FormFields } from '../shared/forms/use-form.ts'

/** The contract's form, with the price as the user types it. */
export const ProductForm = CreateProduct.extend({ price: TypedPrice })

export const productsKey = ['products']

/** The fields of a product, for adding and for editing one. */
export const ProductFields = ({ fieldProps }: FormFields<'productname' | 'price'>) => (
  <>
    <TextField label="Product name" autoComplete="off" {...fieldProps('productname')} />
    <MoneyField label="Price" {...fieldProps('price')} />
  </>
)
