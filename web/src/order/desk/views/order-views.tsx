import { orderListEndpoints } from '@strand/contracts/order/staff.endpoints'
import { OrderStatus } from '@strand/contracts/order/status'
import type { View } from '@strand/contracts/views/view'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import type { ListState } from '../../../shared/list/list-state.ts'
import { useViews } from '../../../shared/list/views/use-views.ts'
import { ViewTabs } from '../../../shared/list/views/view-tabs.tsx'
import { useOrderChanges } from '../../../shared/server-state/order-changes.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import type { OrderTab } from '../list/order-tabs.ts'
import { LookDialog } from './look-dialog.tsx'
import { useOrderLook } from './order-look.ts'
import './order-look.css'

/**
 * The saved views of a list of orders, each with its count, and the button that chooses the
 * columns.
 */
export const OrderViews = ({ tab, state }: { tab: OrderTab; state: ListState }) => {
  const views = useViews(OrderStatus.options)
  const counts = useViewCounts(views)
  const { columns } = useOrderLook(tab.status)
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <ViewTabs
        shown={{
          list: tab.status,
          noun: `${tab.status} orders`,
          state,
          columns,
          tabOf: (list) => (list === 'pending' ? null : list),
        }}
        views={views}
        counts={counts}
      >
        <Button size="small" variant="quiet" onClick={() => setChoosing(true)}>
          Columns and rows
        </Button>
      </ViewTabs>
      {choosing && <LookDialog tab={tab} onClose={() => setChoosing(false)} />}
    </>
  )
}

const countsKey = [...ordersKey, 'view-counts'] as const

/** How many views, counted from the first, show the number of their orders. */
const maxCounted = 8

/**
 * The number of orders in each of the first `maxCounted` views. Each change on the live stream
 * reloads the numbers.
 */
const useViewCounts = (views: View[]): (number | null)[] => {
  const client = useQueryClient()
  const changes = useOrderChanges()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts reload on each change
  useEffect(() => {
    void client.invalidateQueries({ queryKey: countsKey }, { cancelRefetch: false })
  }, [client, changes])
  const counts = useQueries({
    queries: views.slice(0, maxCounted).map((view) => {
      const query = { ...view.filters, page: 1, results: 1 }
      const status = OrderStatus.parse(view.list)
      return {
        queryKey: [...countsKey, status, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call(orderListEndpoints[status], { query, signal })).result.total,
      }
    }),
  })
  return counts.map(({ data }) => data ?? null)
}
