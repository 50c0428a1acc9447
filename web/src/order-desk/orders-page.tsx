import type { BulkAnswer } from '@strand/contracts/answer'
import { type OrderRow, orderStatusOptions } from '@strand/contracts/order'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BulkOutcomeDialog } from '../shared/list/bulk-outcome-dialog.tsx'
import { ListTable } from '../shared/list/list-table.tsx'
import { ListView } from '../shared/list/list-view.tsx'
import { TabLinks } from '../shared/list/tab-links.tsx'
import { useListState } from '../shared/list/use-list-state.ts'
import { useSelection } from '../shared/list/use-selection.ts'
import type { MenuEntry } from '../shared/menu-button.tsx'
import { refreshOrders, useOrderCounts } from '../shared/order-counts.ts'
import { usePageTitle } from '../shared/page.tsx'
import { useMay } from '../shared/permissions.ts'
import { EmptyOrders } from './empty-orders.tsx'
import { OrderActionsBar } from './order-actions-bar.tsx'
import { useOrders, useStatusOptions } from './order-calls.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderMessageDialog } from './order-message-dialog.tsx'
import { orderFilters, orderTabOf, orderTabs, tabAddress } from './order-tabs.ts'
import { OrderTools } from './order-tools.tsx'
import { nextStatuses, type StatusOption } from './status-choice.ts'
import { type OrderAction, useOrderActions } from './use-order-actions.ts'
import './orders.css'

/** `/dashboard/orders`: the five lists of orders and all that is done to one. */
export const OrdersPage = () => {
  const [params] = useSearchParams()
  const tab = orderTabOf(params)
  usePageTitle(`${tab.text} orders`)
  const controls = useListState(orderFilters)
  const query = useOrders(tab, controls.state)
  const counts = useOrderCounts().data
  const options = useStatusOptions().data ?? []
  const mayManage = useMay('orders.manage')
  const selection = useSelection(tab.status)
  const details = useSelection(tab.status)
  const { act, actOnAll, busy } = useOrderActions()
  const [changing, setChanging] = useState<{ order: OrderRow; option: StatusOption } | null>(null)
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const client = useQueryClient()

  const bulk = (action: 'archive' | 'restore') => {
    const ids = [...selection.ids]
    void actOnAll(action, ids, (notDone) => {
      selection.set(notDone.map(({ id }) => id))
      setFailed(notDone)
    })
  }
  const bulkEntries: MenuEntry[] = []
  if (mayManage && tab.status === 'pending')
    bulkEntries.push({ text: 'Archive selected', danger: true, onSelect: () => bulk('archive') })
  if (mayManage && tab.status === 'archived')
    bulkEntries.push({ text: 'Restore selected', onSelect: () => bulk('restore') })

  const menu = ({ orderid, ...order }: OrderRow): MenuEntry[] => {
    const entry = (text: string, action: OrderAction): MenuEntry => ({
      text,
      onSelect: () => void act(action, orderid),
      danger: action === 'archive',
    })
    if (tab.status === 'pending') return [entry('Approve', 'approve'), entry('Archive', 'archive')]
    if (tab.status === 'archived') return [entry('Restore', 'restore')]
    const option = orderStatusOptions.find(({ name }) => name === order.orderstatus)
    if (!option) return []
    const edit = () => setChanging({ order: { orderid, ...order }, option })
    return [{ text: 'Update Order Message', onSelect: edit }]
  }

  return (
    <>
      <div className="page-head">
        <h1>Orders</h1>
        <OrderActionsBar
          isConfirmedTab={tab.status === 'confirmed'}
          period={{
            dateFrom: controls.state.filters.dateFrom,
            dateTo: controls.state.filters.dateTo,
          }}
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
      <OrderTools controls={controls} />
      <ListView
        query={query}
        noun="orders"
        controls={controls}
        empty={<EmptyOrders tab={tab} controls={controls} />}
      >
        {(rows) => (
          <ListTable
            label={`${tab.text} orders`}
            columns={orderColumns({
              options: mayManage ? nextStatuses(options, tab.status) : [],
              onStatus: (order, option) => setChanging({ order, option }),
            })}
            rows={rows}
            idOf={({ orderid }) => orderid}
            nameOf={({ orderid }) => `order ${orderid}`}
            controls={controls}
            selection={bulkEntries.length > 0 ? selection : undefined}
            expansion={{
              open: details.ids,
              toggle: details.toggle,
              render: (order) => <OrderDetails order={order} />,
            }}
            {...(mayManage ? { menu } : {})}
            busy={busy}
          />
        )}
      </ListView>
      {changing && (
        <OrderMessageDialog
          key={`${changing.order.orderid} ${changing.option.id}`}
          {...changing}
          onClose={() => setChanging(null)}
        />
      )}
      {failed.length > 0 && <BulkOutcomeDialog failed={failed} onClose={() => setFailed([])} />}
    </>
  )
}
