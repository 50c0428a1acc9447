import { CreateProduct } from '@strand/contracts/product'
import { MoneyField } from '../shared/money-field.tsx'
import { TextField } from '../shared/text-field.tsx'
import { TypedPrice } from '../shared/typed-price.ts'

/** The contract's form, with the price as one types it. */
export const ProductForm = CreateProduct.extend({ price: TypedPrice })

export const productsKey = ['products']

export type ProductValues = { productname: string; price: string }
type Name = keyof ProductValues

/** What a product has, for adding and for editing one. */
export const ProductFields = ({
  values,
  set,
  leave,
  errorOf,
}: {
  values: ProductValues
  set: (name: Name, value: string) => void
  leave: (name: Name) => void
  errorOf: (name: Name) => string | undefined
}) => {
  const part = (name: Name) => ({
    name,
    value: values[name],
    error: errorOf(name),
    onChange: (value: string) => set(name, value),
    onLeave: () => values[name] !== '' && leave(name),
  })
  return (
    <>
      <TextField label="Product name" autoComplete="off" {...part('productname')} />
      <MoneyField label="Price" {...part('price')} />
    </>
  )
}
