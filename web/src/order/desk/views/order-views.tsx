import { OrderStatus } from '@strand/contracts/order/status'
import { useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import type { ListState } from '../../../shared/list/list-state.ts'
import { useViews } from '../../../shared/list/views/use-views.ts'
import { ViewTabs } from '../../../shared/list/views/view-tabs.tsx'
import type { OrderTab } from '../list/order-tabs.ts'
import { LookDialog } from './look-dialog.tsx'
import { useOrderLook } from './order-look.ts'
import { useViewCounts } from './use-view-counts.ts'
import './order-look.css'

/** The views of orders, each with its count, and the choice of columns. */
export const OrderViews = ({ tab, state }: { tab: OrderTab; state: ListState }) => {
  const views = useViews(OrderStatus.options)
  const counts = useViewCounts(views)
  const { columns } = useOrderLook()
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
          Columns
        </Button>
      </ViewTabs>
      {choosing && <LookDialog onClose={() => setChoosing(false)} />}
    </>
  )
}
