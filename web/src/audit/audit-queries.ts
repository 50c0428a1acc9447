import { resultOf } from '@strand/contracts/answer'
import { OrderAudit } from '@strand/contracts/order/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get } from '../shared/api/client.ts'
import { ordersKey } from '../shared/server-state/order-queries.ts'

const auditPath = (orderId: string) => `/admin/orders/${encodeURIComponent(orderId)}/events`

const auditKey = (orderId: string) => [...ordersKey, 'audit', orderId]

/** Every event of an order, oldest first. */
export const useAudit = (orderId: string) =>
  useQuery({
    queryKey: auditKey(orderId),
    queryFn: async ({ signal }) =>
      (await get(resultOf(OrderAudit), auditPath(orderId), { signal })).result,
  })

/** The order's state at a given time, from its events up to then. */
export const useOrderAt = (orderId: string, at: string) =>
  useQuery({
    queryKey: [...auditKey(orderId), at],
    queryFn: async ({ signal }) =>
      (await get(resultOf(OrderAudit), auditPath(orderId), { query: { at }, signal })).result.order,
    // While the slider moves, the previous state stays visible.
    placeholderData: keepPreviousData,
  })
