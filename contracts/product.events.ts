import { z } from 'zod'
import { givenText } from './text.ts'

const productId = z.uuid()

export const ProductEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ProductCreated'),
    data: z.object({ productId, name: givenText, price: z.int() }),
  }),
  z.object({
    type: z.literal('ProductUpdated'),
    data: z.object({ productId, name: givenText, price: z.int() }),
  }),
  z.object({ type: z.literal('ProductArchived'), data: z.object({ productId }) }),
  z.object({ type: z.literal('ProductRestored'), data: z.object({ productId }) }),
])
export type ProductEvent = z.infer<typeof ProductEvent>
