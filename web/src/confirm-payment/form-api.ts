import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import { orderEndpoints } from '@strand/contracts/order/endpoints'
import type { CreateOrder } from '@strand/contracts/order/order'
import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call, timeouts } from '../shared/api/client.ts'

const hour = 60 * 60 * 1000

export const productsQuery = queryOptions({
  queryKey: ['form', 'products'],
  queryFn: ({ signal }) => call(catalogueEndpoints.listProductChoices, { signal }),
  select: ({ result }) => result,
})

export const locationsQuery = queryOptions({
  queryKey: ['form', 'locations'],
  queryFn: ({ signal }) => call(catalogueEndpoints.listLocationChoices, { signal }),
  select: ({ result }) => result,
})

export const deliveryQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['form', 'delivery', locationId],
    queryFn: ({ signal }) =>
      call(catalogueEndpoints.getLocationPrice, { params: { locationid: locationId }, signal }),
    select: ({ result }) => result,
    enabled: locationId !== '',
  })

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => call(shopEndpoints.listCountries, { signal }),
  select: ({ result }) => result,
  staleTime: hour,
})

/** The campaign that an order placed now belongs to; empty when none is running. */
export const salesIdQuery = queryOptions({
  queryKey: ['form', 'sales'],
  queryFn: ({ signal }) => call(catalogueEndpoints.listRunningSales, { signal }),
  select: ({ result }) => result[0]?.salesid ?? '',
})

/** The idempotency key makes a retry the same order. */
export const sendOrder = (body: CreateOrder, key: string) =>
  call(orderEndpoints.createOrder, {
    body,
    timeout: timeouts.createOrder,
    headers: { 'Idempotency-Key': key },
  })
