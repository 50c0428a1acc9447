import { location } from './location.resource.ts'
import { product } from './product.resource.ts'
import { sales } from './sales.resource.ts'

export const catalogue = [product, location, sales] as const
