import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { auditKey } from './use-audit.ts'

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
