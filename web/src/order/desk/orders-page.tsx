import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { IconButton } from '../../shared/buttons/icon-button.tsx'
import type { MenuEntry } from '../../shared/buttons/menu-button.tsx'
import { DialogOutline } from '../../shared/dialogs/dialog-outline.tsx'
import { LiveLabel } from '../../shared/feedback/live-label.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { ParkedNotice } from '../../shared/list/parked-notice.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { UndoBar } from '../../shared/order/undo/undo-bar.tsx'
import { clearNewOrders } from '../../shared/server-state/live-orders.ts'
import { refreshOrders } from '../../shared/server-state/order-queries.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import { RefreshIcon } from '../../shared/style/more-icons.tsx'
import { ArchiveDialog } from './archiving/archive-dialog.tsx'
import type { BulkRun } from './dialogs/bulk-run-dialog.tsx'
import { EraseSelectedDialog } from './dialogs/erase-selected-dialog.tsx'
import { OrderOutcomeDialog } from './dialogs/order-outcome-dialog.tsx'
import { useOrderOutcome } from './dialogs/use-order-outcome.tsx'
import { FoundOrders } from './found-orders.tsx'
import { OrderFilters } from './list/order-filters.tsx'
import { OrderList } from './list/order-list.tsx'
import { OrderListActions } from './list/order-list-actions.tsx'
import { OrderSelectionBar } from './list/order-selection-bar.tsx'
import { OrderTabLinks } from './list/order-tab-links.tsx'
import { allOrders, orderFilterNames, orderTabOf } from './list/order-tabs.ts'
import { useOrderSelection } from './list/use-order-selection.ts'
import { LiveBar } from './live-bar.tsx'
import { type BulkOrderAction, useOrderActions } from './order-commands.ts'
import { useOrderSearch, useOrders } from './order-reads.ts'
import { useShipping } from './shipping/use-shipping.tsx'
import { useOrderLook } from './views/order-look.ts'
import { OrderViews } from './views/order-views.tsx'
import './orders.css'

const ReviewQueue = lazy(async () => ({
  default: (await import('./review/review-queue.tsx')).ReviewQueue,
}))

const BulkRunDialog = lazy(async () => ({
  default: (await import('./dialogs/bulk-run-dialog.tsx')).BulkRunDialog,
}))

/**
 * For more orders than this, a bulk action asks for confirmation, and then processes them in
 * several calls.
 */
const maxAtOnce = 100

/** Placed beside the title at every width, so that it needs no row of its own. */
const RefreshButton = ({ busy, onClick }: { busy: boolean; onClick: () => void }) => (
  <IconButton label="Refresh" aria-busy={busy || undefined} onClick={onClick}>
    {busy ? <span className="spinner" aria-hidden="true" /> : <RefreshIcon />}
  </IconButton>
)

/** `/dashboard/orders`: one tab, or the results of a search over all tabs. */
export const OrdersPage = () =>
  useSearchParams()[0].get('tab') === allOrders.status ? <FoundOrders /> : <OrdersOfTab />

/** A list of orders for each tab, and all actions on an order. */
const OrdersOfTab = () => {
  const [params] = useSearchParams()
  const tab = orderTabOf(params)
  usePageTitle(`${tab.text} orders`)
  const { pageSize } = useOrderLook(tab.status)
  const controls = useListState(orderFilterNames, pageSize)
  const query = useOrders(tab, controls.state)
  const found = useOrderSearch(controls.state)
  const isAnswered = !query.isPlaceholderData && !found.isPlaceholderData
  const isElsewhere = isAnswered && query.data?.total === 0 && Boolean(found.data?.total)
  const mayManage = usePermission('orders.manage')
  const mayErase = usePermission('orders.erase')
  const selection = useOrderSelection(tab.status, tab.status, query.data?.data)
  const { act, actOnAll, busy } = useOrderActions()
  const [erasing, setErasing] = useState(false)
  const [archiving, setArchiving] = useState(false)
  const outcome = useOrderOutcome(selection)
  const [run, setRun] = useState<BulkRun | null>(null)
  const client = useQueryClient()
  const isReview = tab.status === 'pending' && mayManage && params.get('view') === 'review'
  const { search = '', dateFrom, dateTo } = controls.state.filters

  // A newly loaded list already contains the new orders, so they no longer need to be announced.
  const loadedAt = tab.status === 'pending' ? query.dataUpdatedAt : 0
  useEffect(() => {
    if (loadedAt > 0) clearNewOrders()
  }, [loadedAt])

  const actOnSelected = (action: BulkOrderAction, why?: ArchiveReason) =>
    actOnAll(action, [...selection.ids], outcome.onRefused, { why })
  const bulk = (text: string, action: BulkOrderAction): MenuEntry => ({
    text,
    danger: action !== 'restore',
    onSelect: () => {
      if (action === 'erase') return setErasing(true)
      if (selection.ids.size > maxAtOnce) return setRun({ action, ids: [...selection.ids] })
      if (action === 'archive') return setArchiving(true)
      void actOnSelected(action)
    },
  })
  const shipping = useShipping({
    screen: 'orders.ship',
    status: tab.status,
    selection,
    onFailed: outcome.tell,
  })
  const bulkEntries: MenuEntry[] = [...shipping.bulkEntries]
  if (mayManage && tab.status === 'pending' && !isReview)
    bulkEntries.push(bulk('Archive selected', 'archive'))
  if (mayManage && tab.status === 'archived') bulkEntries.push(bulk('Restore selected', 'restore'))
  if (mayErase && tab.status === 'archived')
    bulkEntries.push(bulk('Erase personal data of selected', 'erase'))

  if (shipping.slips) return shipping.slips
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1>Orders</h1>
          <RefreshButton
            busy={query.isFetching && !query.isPending}
            onClick={() => void refreshOrders(client)}
          />
          <LiveLabel updatedAt={query.dataUpdatedAt} />
        </div>
        <OrderListActions tab={tab} isReview={isReview} period={{ dateFrom, dateTo }} />
      </div>
      <OrderTabLinks current={tab.status} found={found.data} />
      <ParkedNotice kind="order" singular="order" plural="orders" />
      {isReview ? (
        <Suspense
          fallback={
            <div className="review-awaited">
              <Outline what="review queue" />
            </div>
          }
        >
          <ReviewQueue
            search={search}
            onSearch={(text) => controls.change({ filters: { search: text } }, { replace: true })}
          />
        </Suspense>
      ) : (
        <>
          <OrderViews tab={tab} state={controls.state} />
          <OrderFilters tab={tab} controls={controls} />
          <LiveBar
            status={tab.status}
            rows={query.data?.data ?? []}
            heardBefore={query.isPlaceholderData ? undefined : query.data?.heardBefore}
          />
          {bulkEntries.length > 0 && query.data && (
            <OrderSelectionBar
              tab={tab}
              filters={controls.state.filters}
              rows={query.data.data}
              total={query.data.total}
              selection={selection}
              entries={bulkEntries}
            />
          )}
          {isElsewhere && (
            <NoticeBox
              kind="info"
              title={`No ${tab.status} orders match. These are on other tabs:`}
            />
          )}
          <OrderList
            tab={isElsewhere ? allOrders : tab}
            query={isElsewhere ? found : query}
            controls={controls}
            selection={bulkEntries.length > 0 && !isElsewhere ? selection : undefined}
            act={act}
            more={shipping.entriesOf}
            busy={busy}
          />
        </>
      )}
      {!isReview && <UndoBar outcome={OrderOutcomeDialog} />}
      {shipping.dialog}
      {run && (
        <Suspense fallback={<DialogOutline />}>
          <BulkRunDialog
            {...run}
            onClose={(rest, refused) => {
              selection.set([...refused.map(({ id }) => id), ...rest])
              outcome.tell(refused.slice(0, maxAtOnce))
              setRun(null)
            }}
          />
        </Suspense>
      )}
      {archiving && (
        <ArchiveDialog
          ids={[...selection.ids]}
          archive={(why) => void actOnSelected('archive', why)}
          onLeaveOut={selection.forget}
          onClose={() => setArchiving(false)}
        />
      )}
      {erasing && (
        <EraseSelectedDialog
          count={selection.ids.size}
          erase={() => actOnSelected('erase')}
          onClose={() => setErasing(false)}
        />
      )}
      {outcome.dialog}
    </>
  )
}
