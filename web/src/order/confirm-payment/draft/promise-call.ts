import { type PromisePrices, pricePromiseEndpoints } from '@strand/contracts/order/price-promise'
import { call } from '../../../shared/api/client.ts'

/** In its own file, because it is not needed until a total is shown. */
export const promisePrices = (body: PromisePrices) =>
  call(pricePromiseEndpoints.promisePrices, { body })
