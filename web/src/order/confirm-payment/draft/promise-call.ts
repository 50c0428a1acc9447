import { type PromisePrices, pricePromiseEndpoints } from '@strand/contracts/order/price-promise'
import { call } from '../../../shared/api/client.ts'

/** In a file of its own, because the code is needed only once a page shows a total. */
export const promisePrices = (body: PromisePrices) =>
  call(pricePromiseEndpoints.promisePrices, { body })
