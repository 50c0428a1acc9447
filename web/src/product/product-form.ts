import { CreateProduct } from '@strand/contracts/product'
import { TypedPrice } from '../shared/typed-price.ts'

/** The contract's form, with the price as one types it. */
export const ProductForm = CreateProduct.extend({ price: TypedPrice })

export const productsKey = ['products']
