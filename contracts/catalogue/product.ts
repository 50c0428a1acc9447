import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { Naira } from '../money.ts'
import { givenText, requiredLine } from '../text.ts'

/** `GET /api/products`: what the order form offers. */
export const ProductChoice = z.object({
  productid: z.uuid(),
  productname: givenText,
  price: z.int(),
})
export type ProductChoice = z.infer<typeof ProductChoice>

/** A row of the staff list. */
export const Product = ProductChoice.extend({
  createdby: givenText,
  productstatus: z.enum(['active', 'archived']),
  createdat: z.iso.datetime(),
})
export type Product = z.infer<typeof Product>

export const CreateProduct = z.object({
  productname: requiredLine('Please enter product name!'),
  price: Naira,
})
export type CreateProduct = z.infer<typeof CreateProduct>

export const UpdateProduct = CreateProduct.extend({ productid: z.uuid() })
export type UpdateProduct = z.infer<typeof UpdateProduct>

export const ProductAnswer = CommandAnswer.extend({ productid: z.uuid(), productname: givenText })
