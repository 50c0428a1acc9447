import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'

export const auditKey = (orderId: string) => [...ordersKey, 'audit', orderId]

export const useAudit = (orderId: string) =>
  useQuery({
    queryKey: auditKey(orderId),
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.listOrderEvents, { params: { orderId }, signal })).result,
  })
