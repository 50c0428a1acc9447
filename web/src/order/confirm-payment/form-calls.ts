import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import { orderEndpoints } from '@strand/contracts/order/endpoints'
import type { CreateOrder } from '@strand/contracts/order/order-form'
import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import { call, timeouts } from '../../shared/api/client.ts'

export const listProducts = (signal: AbortSignal) =>
  call(catalogueEndpoints.listProductChoices, { signal })

export const listLocations = (signal: AbortSignal) =>
  call(catalogueEndpoints.listLocationChoices, { signal })

export const getLocationPrice = (locationid: string, signal: AbortSignal) =>
  call(catalogueEndpoints.getLocationPrice, { params: { locationid }, signal })

export const listCountries = (signal: AbortSignal) => call(shopEndpoints.listCountries, { signal })

export const listRunningSales = (signal: AbortSignal) =>
  call(catalogueEndpoints.listRunningSales, { signal })

export const issuePaymentCode = () => call(orderEndpoints.issuePaymentCode, { body: {} })

/** A retry with the same idempotency key does not place a second order. */
export const createOrder = (body: CreateOrder, key: string) =>
  call(orderEndpoints.createOrder, {
    body,
    timeout: timeouts.createOrder,
    headers: { 'Idempotency-Key': key },
  })
