import type { OrderRow } from '@strand/contracts/order/staff'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { MenuEntry } from '../../../shared/buttons/menu-button.tsx'
import { Loading } from '../../../shared/feedback/loading.tsx'
import { type Selection, useSelection } from '../../../shared/list/bulk/use-selection.ts'
import { ListView } from '../../../shared/list/list-view.tsx'
import { type Column, ListTable } from '../../../shared/list/table/list-table.tsx'
import type { ListControls } from '../../../shared/list/use-list-state.ts'
import type { PageResult } from '../../../shared/list/use-page.ts'
import { AddNote } from '../../../shared/order/add-note.tsx'
import { useOfferOrder } from '../../../shared/order/order-at-hand.ts'
import { WhatsAppDialog } from '../../../shared/order/whatsapp-dialog.tsx'
import { usePermission } from '../../../shared/session/use-permission.ts'
import type { ActionDetails, OrderAction } from '../actions/use-order-actions.ts'
import { useOrderMenu } from '../actions/use-order-menu.ts'
import { ArchiveDialog } from '../archiving/archive-dialog.tsx'
import { AskDialog } from '../dialogs/ask-dialog.tsx'
import { EraseOrderDialog } from '../dialogs/erase-order-dialog.tsx'
import { OrderMessageDialog } from '../dialogs/order-message-dialog.tsx'
import { useLeftBy } from '../live-rows.ts'
import { useEvidenceAsked } from '../money/use-evidence-asked.ts'
import { useStatusOptions } from '../order-calls.ts'
import { preparedText } from '../prepared-text.ts'
import { useOrderLook } from '../views/order-look.ts'
import { EmptyOrders } from './empty-orders.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderDetails } from './order-details.tsx'
import type { AnyTab } from './order-tabs.ts'
import { nextStatuses, type StatusOption } from './status-choice.ts'

const AssignDialog = lazy(async () => ({
  default: (await import('../dialogs/assign-dialog.tsx')).AssignDialog,
}))
const ApproveDialog = lazy(async () => ({
  default: (await import('../money/approve-dialog.tsx')).ApproveDialog,
}))
const unsorted = ({ sortField: _none, ...column }: Column<OrderRow>): Column<OrderRow> => column

/** The rows of one tab and the dialogs that open from them. */
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
  /** Undefined unless the tab has a bulk action. */
  selection: Selection | undefined
  act: (action: OrderAction, orderId: string, details?: ActionDetails) => Promise<unknown>
  /** Further entries of a row's menu. */
  more?: (order: OrderRow) => MenuEntry[]
  busy: ReadonlySet<string>
}) => {
  const options = useStatusOptions().data ?? []
  const mayManage = usePermission('orders.manage')
  const details = useSelection(tab.status)
  const [changing, setChanging] = useState<{ order: OrderRow; option: StatusOption } | null>(null)
  const [contacting, setContacting] = useState<OrderRow | null>(null)
  const [archiving, setArchiving] = useState<string | null>(null)
  const [approving, setApproving] = useState<OrderRow | null>(null)
  const [asking, setAsking] = useState<OrderRow | null>(null)
  const [erasing, setErasing] = useState<string | null>(null)
  const [team, setTeam] = useState<{ what: 'note' | 'assign'; order: OrderRow } | null>(null)
  const onMessage = (order: OrderRow, option: StatusOption) => setChanging({ order, option })
  const isEvidenceAsked = useEvidenceAsked()
  const approve = async (order: OrderRow) => {
    if (await isEvidenceAsked(order.orderid)) setApproving(order)
    else await act('approve', order.orderid)
  }
  const menu = useOrderMenu({
    act,
    more,
    onMessage,
    onApprove: (order) => void approve(order),
    onArchive: ({ orderid }) => setArchiving(orderid),
    onAsk: setAsking,
    onErase: setErasing,
    onContact: setContacting,
    onTeam: (what, order) => setTeam({ what, order }),
  })
  const leftBy = useLeftBy(tab.status)
  const look = useOrderLook()
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
            // What a search finds comes newest first, and cannot be sorted.
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
      {changing && (
        <OrderMessageDialog
          key={`${changing.order.orderid} ${changing.option.id}`}
          {...changing}
          onClose={() => setChanging(null)}
        />
      )}
      {contacting && (
        <WhatsAppDialog
          orderId={contacting.orderid}
          prepared={(firstname) => preparedText(contacting, firstname, location.origin)}
          onClose={() => setContacting(null)}
        />
      )}
      {team?.what === 'note' && (
        <AddNote orderId={team.order.orderid} onClose={() => setTeam(null)} />
      )}
      {team?.what === 'assign' && (
        <Suspense fallback={<Loading />}>
          <AssignDialog order={team.order} onClose={() => setTeam(null)} />
        </Suspense>
      )}
      {archiving && (
        <ArchiveDialog
          title={`Archive order ${archiving}`}
          orderId={archiving}
          archive={(why) => void act('archive', archiving, { why })}
          onClose={() => setArchiving(null)}
        />
      )}
      {approving && (
        <Suspense fallback={<Loading />}>
          <ApproveDialog
            order={approving}
            approve={(evidence) => void act('approve', approving.orderid, { evidence })}
            onClose={() => setApproving(null)}
          />
        </Suspense>
      )}
      {asking && <AskDialog order={asking} onClose={() => setAsking(null)} />}
      {erasing && <EraseOrderDialog orderId={erasing} onClose={() => setErasing(null)} />}
    </>
  )
}
