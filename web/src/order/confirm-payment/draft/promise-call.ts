import { type PromisePrices, pricePromiseEndpoints } from '@strand/contracts/order/price-promise'
import { call } from '../../../shared/api/client.ts'

/** In a file of its own, because only a page that shows a total needs it. */
export const promisePrices = (body: PromisePrices) =>
  call(pricePromiseEndpoints.promisePrices, { body })
