import { resultOf } from '@strand/contracts/answer'
import { LocationChoice, LocationPrice } from '@strand/contracts/catalogue/location'
import { ProductChoice } from '@strand/contracts/catalogue/product'
import { RunningSales } from '@strand/contracts/catalogue/sales'
import { Country } from '@strand/contracts/country'
import { type CreateOrder, OrderCreatedAnswer } from '@strand/contracts/order/order'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call, get, timeouts } from '../shared/api/client.ts'

const hour = 60 * 60 * 1000

export const productsQuery = queryOptions({
  queryKey: ['form', 'products'],
  queryFn: ({ signal }) => get(resultOf(z.array(ProductChoice)), '/products', { signal }),
  select: ({ result }) => result,
})

export const locationsQuery = queryOptions({
  queryKey: ['form', 'locations'],
  queryFn: ({ signal }) => get(resultOf(z.array(LocationChoice)), '/delivery-location', { signal }),
  select: ({ result }) => result,
})

export const deliveryQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['form', 'delivery', locationId],
    queryFn: ({ signal }) =>
      get(resultOf(LocationPrice), `/delivery-location/${encodeURIComponent(locationId)}`, {
        signal,
      }),
    select: ({ result }) => result,
    enabled: locationId !== '',
  })

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => get(resultOf(z.array(Country)), '/Countries', { signal }),
  select: ({ result }) => result,
  staleTime: hour,
})

/** The campaign that an order placed now belongs to; empty when none is running. */
export const salesIdQuery = queryOptions({
  queryKey: ['form', 'sales'],
  queryFn: ({ signal }) => get(resultOf(z.array(RunningSales)), '/sales', { signal }),
  select: ({ result }) => result[0]?.salesid ?? '',
})

/** The idempotency key makes a retry the same order. */
export const sendOrder = (payload: CreateOrder, key: string) =>
  call(OrderCreatedAnswer, 'POST', '/create-order', payload, {
    timeout: timeouts.createOrder,
    headers: { 'Idempotency-Key': key },
    anonymous: true,
  })
