import type { OrderRow } from '@strand/contracts/order/staff'
import { useState } from 'react'
import { type Selection, useSelection } from '../../shared/list/bulk/use-selection.ts'
import { ListView } from '../../shared/list/list-view.tsx'
import { ListTable } from '../../shared/list/table/list-table.tsx'
import type { ListControls } from '../../shared/list/use-list-state.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import type { OrderAction } from '../actions/use-order-actions.ts'
import { useOrderMenu } from '../actions/use-order-menu.ts'
import { EraseOrderDialog } from '../dialogs/erase-order-dialog.tsx'
import { OrderMessageDialog } from '../dialogs/order-message-dialog.tsx'
import { type useOrders, useStatusOptions } from '../order-calls.ts'
import { EmptyOrders } from './empty-orders.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderDetails } from './order-details.tsx'
import type { OrderTab } from './order-tabs.ts'
import { nextStatuses, type StatusOption } from './status-choice.ts'

/** The rows of one tab and the dialogs that open from them. */
// Long because it lists the properties of the list.
export const OrderList = ({
  tab,
  query,
  controls,
  selection,
  act,
  busy,
}: {
  tab: OrderTab
  query: ReturnType<typeof useOrders>
  controls: ListControls
  /** Undefined unless the tab has a bulk action. */
  selection: Selection | undefined
  act: (action: OrderAction, orderId: string) => Promise<unknown>
  busy: ReadonlySet<string>
}) => {
  const options = useStatusOptions().data ?? []
  const mayManage = usePermission('orders.manage')
  const details = useSelection(tab.status)
  const [changing, setChanging] = useState<{ order: OrderRow; option: StatusOption } | null>(null)
  const [erasing, setErasing] = useState<string | null>(null)
  const onMessage = (order: OrderRow, option: StatusOption) => setChanging({ order, option })
  const menu = useOrderMenu({ status: tab.status, act, onMessage, onErase: setErasing })
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
            columns={orderColumns({
              options: mayManage ? nextStatuses(options, tab.status) : [],
              onStatus: onMessage,
            })}
            rows={rows}
            idOf={({ orderid }) => orderid}
            nameOf={({ orderid }) => `order ${orderid}`}
            controls={controls}
            selection={selection}
            expansion={{
              open: details.ids,
              toggle: details.toggle,
              render: (order) => <OrderDetails order={order} />,
            }}
            menu={menu}
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
      {erasing && <EraseOrderDialog orderId={erasing} onClose={() => setErasing(null)} />}
    </>
  )
}
