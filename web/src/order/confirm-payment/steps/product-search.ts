import type { ProductChoice } from '@strand/contracts/catalogue/product'
import { nearest, typosFor, wordsOf } from './word-search.ts'

export const matchingProducts = (products: ProductChoice[], search: string): ProductChoice[] => {
  const wanted = wordsOf(search)
  return nearest(
    products.map((thing) => ({
      thing,
      typos: typosFor(wanted, [...wordsOf(thing.productname), ...wordsOf(thing.group)]),
    })),
  )
}
