import type { SampleCatalogue } from '@strand/all-in-one/demo.orders'
import type { ShopProcess } from './shop.ts'

/** What a part of the bench works with. */
export type Bench = {
  shop: ShopProcess
  catalogue: SampleCatalogue
  /** In the log by now. */
  orders: number
  /** Of one turn, and how many count. */
  seconds: number
  turns: number
}
