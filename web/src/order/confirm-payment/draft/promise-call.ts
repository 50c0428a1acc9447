import { type PromisePrices, pricePromiseEndpoints } from '@strand/contracts/order/price-promise'
import { call } from '../../../shared/api/client.ts'

/** Separate from the form's other calls: it is made once a total is shown. */
export const promisePrices = (body: PromisePrices) =>
  call(pricePromiseEndpoints.promisePrices, { body })
