import type { OrderRow } from '@strand/contracts/order/staff'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MenuEntry } from '../../../shared/buttons/menu-button.tsx'
import { type Selection, useSelection } from '../../../shared/list/bulk/use-selection.ts'
import { ListView } from '../../../shared/list/list-view.tsx'
import { type Column, ListTable } from '../../../shared/list/table/list-table.tsx'
import type { ListControls } from '../../../shared/list/use-list-state.ts'
import type { PageResult } from '../../../shared/list/use-page.ts'
import { useOfferOrder } from '../../../shared/order/order-at-hand.ts'
import { usePermission } from '../../../shared/session/use-permission.ts'
import { useOrderDialogs } from '../dialogs/use-order-dialogs.tsx'
import { useLeftBy } from '../live-rows.ts'
import type { useOrderActions } from '../order-commands.ts'
import { useStatusOptions } from '../order-reads.ts'
import { useOrderLook } from '../views/order-look.ts'
import { EmptyOrders } from './empty-orders.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderDetails } from './order-details.tsx'
import type { AnyTab } from './order-tabs.ts'
import { nextStatuses } from './status-choice.ts'

const unsorted = ({ sortField: _none, ...column }: Column<OrderRow>): Column<OrderRow> => column

export const OrderList = ({
  tab,
  query,
  controls,
  selection,
  act,
  more = () => [],
  busy,
}: {
  tab: AnyTab
  query: UseQueryResult<PageResult<OrderRow>>
  controls: ListControls
  /** Undefined for a tab without bulk actions. */
  selection: Selection | undefined
  act: ReturnType<typeof useOrderActions>['act']
  more?: (order: OrderRow) => MenuEntry[]
  busy: ReadonlySet<string>
}) => {
  const options = useStatusOptions().data ?? []
  const mayManage = usePermission('orders.manage')
  const details = useSelection(tab.status)
  const { menu, onMessage, dialog } = useOrderDialogs({ screen: 'orders', act, more })
  const leftBy = useLeftBy(tab.status)
  const look = useOrderLook(tab.status)
  const { data } = query
  const onlyId = tab.status === 'all' && data?.total === 1 ? data.data[0]?.orderid : undefined
  const openDetails = details.set
  useEffect(() => {
    if (onlyId !== undefined) openDetails([onlyId])
  }, [onlyId, openDetails])
  const opened = data?.data.findLast(({ orderid }) => details.ids.has(orderid))
  useOfferOrder(opened ? { orderId: opened.orderid, actions: menu(opened) } : null)
  const columns = orderColumns(look.columns, {
    status: tab.status,
    compact: look.compact,
    optionsOf: ({ orderstatus }) => (mayManage ? nextStatuses(options, orderstatus) : []),
    onStatus: onMessage,
    leftBy,
  })
  return (
    <>
      <ListView
        query={query}
        noun="orders"
        controls={controls}
        empty={<EmptyOrders tab={tab} controls={controls} />}
      >
        {(rows) => (
          <ListTable
            label={`${tab.text} orders`}
            compact={look.compact}
            // Search results come newest first, and cannot be sorted.
            columns={tab.status === 'all' ? columns.map(unsorted) : columns}
            rows={rows}
            idOf={({ orderid }) => orderid}
            nameOf={({ orderid }) => `order ${orderid}`}
            controls={controls}
            selection={selection}
            selectable={(order) => leftBy(order) === undefined}
            expansion={{
              open: details.ids,
              toggle: details.toggle,
              render: (order) => <OrderDetails order={order} />,
            }}
            menu={menu}
            busy={busy}
            isGone={(order) => leftBy(order) !== undefined}
          />
        )}
      </ListView>
      {dialog}
    </>
  )
}
