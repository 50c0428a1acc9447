import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'

const auditKey = (orderId: string) => [...ordersKey, 'audit', orderId]

/** Every event of an order, oldest first. */
export const useAudit = (orderId: string) =>
  useQuery({
    queryKey: auditKey(orderId),
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.listOrderEvents, { params: { orderId }, signal })).result,
  })

/** The order's state at a given time, from its events up to then. */
export const useOrderAt = (orderId: string, at: string) =>
  useQuery({
    queryKey: [...auditKey(orderId), at],
    queryFn: async ({ signal }) => {
      const which = { params: { orderId }, query: { at }, signal }
      return (await call(orderDeskEndpoints.listOrderEvents, which)).result.order
    },
    // While the slider moves, the previous state stays visible.
    placeholderData: keepPreviousData,
  })
