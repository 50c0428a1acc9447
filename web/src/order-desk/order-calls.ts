import type { OrderRow } from '@strand/contracts/order/staff'
import {
  orderArchiving,
  orderCommandEndpoints,
  orderDeskEndpoints,
  orderListEndpoints,
} from '@strand/contracts/order/staff.endpoints'
import type { OrderStatus } from '@strand/contracts/order/status'
import { useQuery } from '@tanstack/react-query'
import { call } from '../shared/api/client.ts'
import type { ListState } from '../shared/list/list-state.ts'
import { usePage } from '../shared/list/use-page.ts'
import { ordersKey } from '../shared/server-state/order-queries.ts'
import { undoableCommand } from './actions/undo.ts'
import type { OrderTab } from './list/order-tabs.ts'
import { bulkOf, noteShown, seenHeader, seenOf, useNoteShown } from './seen-positions.ts'

export const useOrders = (tab: OrderTab, state: ListState) => {
  const query = usePage([...ordersKey, 'list'], orderListEndpoints[tab.status], state)
  useNoteShown(query.data?.data)
  return query
}

/** Ids of all orders of a tab that match now: ten thousand at most. */
export const matchingOrderIds = async (status: OrderStatus, filters: Record<string, string>) => {
  const query = { ...filters, status }
  const { result } = await call(orderDeskEndpoints.listMatchingOrderIds, { query })
  noteShown(Object.entries(result.positions).map(([orderid, position]) => ({ orderid, position })))
  return result
}

/** The options never change while the shop runs. */
export const useStatusOptions = () =>
  useQuery({
    queryKey: ['order-status-options'],
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.listOrderStatuses, { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })

const { approveOrder: approve, changeOrderStatus: change } = orderCommandEndpoints
const { archive, archiveMany, restore, restoreMany } = orderArchiving

export const approveOrder = (id: string) =>
  undoableCommand('Approved', id, approve, { params: { id }, ...seenOf(id) })
export const archiveOrder = (id: string) =>
  undoableCommand('Archived', id, archive, { params: { id }, ...seenOf(id) })
export const restoreOrder = (id: string) =>
  undoableCommand('Restored', id, restore, { params: { id }, ...seenOf(id) })

/** Destroys the customer's personal data; the order itself stays, without a name. */
export const erasePersonalData = (orderId: string) =>
  call(orderCommandEndpoints.eraseOrder, { params: { orderId }, ...seenOf(orderId) })

export const eraseOrders = (ids: string[]) =>
  call(orderCommandEndpoints.eraseOrders, { body: bulkOf(ids) })
export const archiveOrders = (ids: string[]) => call(archiveMany, { body: bulkOf(ids) })
export const restoreOrders = (ids: string[]) => call(restoreMany, { body: bulkOf(ids) })

/** The order as the dialog shows it, whatever a list behind it shows by now. */
type ShownOrder = Pick<OrderRow, 'orderid' | 'position'>

const statusCall = (
  { orderid: orderId, position }: ShownOrder,
  orderStatus: number,
  orderMessage: string,
) => ({
  params: { orderId },
  body: { orderId, orderStatus, orderMessage },
  ...seenHeader(position),
})
/** A new status can be undone; a new message alone cannot. */
export const changeOrderStatus = (order: ShownOrder, statusId: number, message: string) =>
  undoableCommand('Status changed', order.orderid, change, statusCall(order, statusId, message))
export const changeOrderMessage = (order: ShownOrder, statusId: number, message: string) =>
  call(change, statusCall(order, statusId, message))

export const generateOrderIds = (num: number) =>
  call(orderCommandEndpoints.reserveOrderIds, { query: { num } })
