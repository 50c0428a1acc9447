import { type PromisePrices, pricePromiseEndpoints } from '@strand/contracts/order/price-promise'
import { call } from '../../../shared/api/client.ts'

/** A file of its own, because only a shown total needs it. */
export const promisePrices = (body: PromisePrices) =>
  call(pricePromiseEndpoints.promisePrices, { body })
