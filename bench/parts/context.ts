import type { SampleCatalogue } from '@strand/all-in-one/demo/orders'
import type { ShopProcess } from '../shop/open-shop-process.ts'

export type BenchContext = {
  shop: ShopProcess
  catalogue: SampleCatalogue
  orders: number
  /** The length of a turn in seconds, and the number of turns that count. */
  seconds: number
  turns: number
}
