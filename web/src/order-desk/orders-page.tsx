import type { BulkAnswer } from '@strand/contracts/answer'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { MenuEntry } from '../shared/buttons/menu-button.tsx'
import { Loading } from '../shared/feedback/loading.tsx'
import { BulkOutcomeDialog } from '../shared/list/bulk/bulk-outcome-dialog.tsx'
import { useSelection } from '../shared/list/bulk/use-selection.ts'
import { ParkedNotice } from '../shared/list/parked-notice.tsx'
import { useListState } from '../shared/list/use-list-state.ts'
import { TabLinks } from '../shared/navigation/tab-links.tsx'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { clearNewOrders } from '../shared/server-state/live-orders.ts'
import { refreshOrders, useOrderCounts } from '../shared/server-state/order-queries.ts'
import { usePermission } from '../shared/session/use-permission.ts'
import { OrderActionsBar } from './actions/order-actions-bar.tsx'
import { UndoBar } from './actions/undo-bar.tsx'
import { type BulkOrderAction, useOrderActions } from './actions/use-order-actions.ts'
import type { BulkRun } from './dialogs/bulk-run-dialog.tsx'
import { EraseSelectedDialog } from './dialogs/erase-selected-dialog.tsx'
import { OrderFilters } from './list/order-filters.tsx'
import { OrderList } from './list/order-list.tsx'
import { orderFilterNames, orderTabOf, orderTabs, tabAddress } from './list/order-tabs.ts'
import { SelectMatching } from './list/select-matching.tsx'
import { LiveBar, LiveLabel } from './live-bar.tsx'
import { useOrders } from './order-calls.ts'
import './orders.css'

const ReviewQueue = lazy(async () => ({
  default: (await import('./review/review-queue.tsx')).ReviewQueue,
}))

const BulkRunDialog = lazy(async () => ({
  default: (await import('./dialogs/bulk-run-dialog.tsx')).BulkRunDialog,
}))

/** More orders than this need a confirmation first, and are then processed call by call. */
const mostAtOnce = 100

/** `/dashboard/orders`: the five lists of orders and all actions on an order. */
// Long because it joins the tabs, the list and the dialogs of one page.
export const OrdersPage = () => {
  const [params] = useSearchParams()
  const tab = orderTabOf(params)
  usePageTitle(`${tab.text} orders`)
  const controls = useListState(orderFilterNames)
  const query = useOrders(tab, controls.state)
  const counts = useOrderCounts().data
  const mayManage = usePermission('orders.manage')
  const mayErase = usePermission('orders.erase')
  const selection = useSelection(tab.status)
  const { act, actOnAll, busy } = useOrderActions()
  const [erasing, setErasing] = useState(false)
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const [run, setRun] = useState<BulkRun | null>(null)
  const client = useQueryClient()
  const isReview = tab.status === 'pending' && mayManage && params.get('view') === 'review'
  const { search = '', dateFrom, dateTo } = controls.state.filters

  // A list that was just loaded contains the new orders.
  const loadedAt = tab.status === 'pending' ? query.dataUpdatedAt : 0
  useEffect(() => {
    if (loadedAt > 0) clearNewOrders()
  }, [loadedAt])

  const actOnSelected = (action: BulkOrderAction) =>
    actOnAll(action, [...selection.ids], (notDone) => {
      selection.set(notDone.map(({ id }) => id))
      setFailed(notDone)
    })
  const bulk = (text: string, action: BulkOrderAction): MenuEntry => ({
    text,
    danger: action !== 'restore',
    onSelect: () => {
      if (action === 'erase') return setErasing(true)
      if (selection.ids.size > mostAtOnce) return setRun({ action, ids: [...selection.ids] })
      void actOnSelected(action)
    },
  })
  const bulkEntries: MenuEntry[] = []
  if (mayManage && tab.status === 'pending' && !isReview)
    bulkEntries.push(bulk('Archive selected', 'archive'))
  if (mayManage && tab.status === 'archived') bulkEntries.push(bulk('Restore selected', 'restore'))
  if (mayErase && tab.status === 'archived')
    bulkEntries.push(bulk('Erase personal data of selected', 'erase'))

  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1>Orders</h1>
          <LiveLabel updatedAt={query.dataUpdatedAt} />
        </div>
        <OrderActionsBar
          tab={tab}
          isReview={isReview}
          period={{ dateFrom, dateTo }}
          refreshing={query.isFetching && !query.isPending}
          onRefresh={() => void refreshOrders(client)}
          selected={selection.ids.size}
          bulkEntries={bulkEntries}
        />
      </div>
      <TabLinks
        label="Orders by status"
        tabs={orderTabs.map(({ status, text }) => ({
          text,
          to: tabAddress(params, status),
          isCurrent: status === tab.status,
          count: counts?.[status],
        }))}
      />
      <ParkedNotice kind="order" singular="order" plural="orders" />
      {isReview ? (
        <Suspense fallback={<Loading />}>
          <LiveBar />
          <ReviewQueue
            search={search}
            onSearch={(text) => controls.change({ filters: { search: text } }, { replace: true })}
          />
        </Suspense>
      ) : (
        <>
          <OrderFilters controls={controls} />
          {tab.status === 'pending' && <LiveBar />}
          {bulkEntries.length > 0 && query.data && (
            <SelectMatching
              tab={tab}
              filters={controls.state.filters}
              shown={query.data.data.map(({ orderid }) => orderid)}
              total={query.data.total}
              selection={selection}
            />
          )}
          <OrderList
            tab={tab}
            query={query}
            controls={controls}
            selection={bulkEntries.length > 0 ? selection : undefined}
            act={act}
            busy={busy}
          />
        </>
      )}
      <UndoBar />
      {run && (
        <Suspense fallback={<Loading />}>
          <BulkRunDialog
            {...run}
            onClose={(rest, refused) => {
              selection.set([...refused.map(({ id }) => id), ...rest])
              setFailed(refused.slice(0, mostAtOnce))
              setRun(null)
            }}
          />
        </Suspense>
      )}
      {erasing && (
        <EraseSelectedDialog
          count={selection.ids.size}
          erase={() => actOnSelected('erase')}
          onClose={() => setErasing(false)}
        />
      )}
      {failed.length > 0 && <BulkOutcomeDialog failed={failed} onClose={() => setFailed([])} />}
    </>
  )
}
