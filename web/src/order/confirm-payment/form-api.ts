import type { CreateOrder } from '@strand/contracts/order/order-form'
import type { PromisePrices } from '@strand/contracts/order/price-promise'
import { queryOptions } from '@tanstack/react-query'
import { loadCalls } from '../../shared/api/load-calls.ts'

const hour = 60 * 60 * 1000

const calls = () => loadCalls(() => import('./form-calls.ts'))

export const productsQuery = queryOptions({
  queryKey: ['form', 'products'],
  queryFn: async ({ signal }) => (await calls()).listProducts(signal),
  select: ({ result }) => result,
})

export const locationsQuery = queryOptions({
  queryKey: ['form', 'locations'],
  queryFn: async ({ signal }) => (await calls()).listLocations(signal),
  select: ({ result }) => result,
})

export const deliveryQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['form', 'delivery', locationId],
    queryFn: async ({ signal }) => (await calls()).getLocationPrice(locationId, signal),
    select: ({ result }) => result,
    enabled: locationId !== '',
  })

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }) => (await calls()).listCountries(signal),
  select: ({ result }) => result,
  staleTime: hour,
})

/** The id of the running campaign; empty if there is none. */
export const salesIdQuery = queryOptions({
  queryKey: ['form', 'sales'],
  queryFn: async ({ signal }) => (await calls()).listRunningSales(signal),
  select: ({ result }) => result[0]?.salesid ?? '',
})

export const issuePaymentCode = async () => (await calls()).issuePaymentCode()

/**
 * Asks the shop to promise the shown prices for a day. Earlier promises keep their prices and their
 * expiry times.
 */
export const promisePrices = async (body: PromisePrices) =>
  (await loadCalls(() => import('./draft/promise-call.ts'))).promisePrices(body)

export const sendOrder = async (body: CreateOrder, key: string) =>
  (await calls()).createOrder(body, key)
