import { orderListEndpoints } from '@strand/contracts/order/staff.endpoints'
import { OrderStatus } from '@strand/contracts/order/status'
import type { View } from '@strand/contracts/views/view'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useOrderChanges } from '../../../shared/server-state/order-changes.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'

const countsKey = [...ordersKey, 'view-counts'] as const

/** The most views that show their number of orders. */
const mostCounted = 8

/** How many orders each of the first views has; they follow the stream. */
export const useViewCounts = (views: View[]): (number | undefined)[] => {
  const client = useQueryClient()
  const changes = useOrderChanges()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is what the counts wait for
  useEffect(() => {
    void client.invalidateQueries({ queryKey: countsKey }, { cancelRefetch: false })
  }, [client, changes])
  const counts = useQueries({
    queries: views.slice(0, mostCounted).map((view) => {
      const query = { ...view.filters, page: 1, results: 1 }
      const status = OrderStatus.parse(view.list)
      return {
        queryKey: [...countsKey, status, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call(orderListEndpoints[status], { query, signal })).result.total,
      }
    }),
  })
  return counts.map(({ data }) => data)
}
