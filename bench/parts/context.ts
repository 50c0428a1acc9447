import type { SampleCatalogue } from '@strand/all-in-one/demo/orders'
import type { ShopProcess } from '../shop/open-shop-process.ts'

/** The input of a part of the benchmark. */
export type BenchContext = {
  shop: ShopProcess
  catalogue: SampleCatalogue
  /** The number of orders in the log so far. */
  orders: number
  /** The length of one turn, and the number of turns that count. */
  seconds: number
  turns: number
}
