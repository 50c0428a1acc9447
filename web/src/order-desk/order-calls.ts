import { BulkAnswer, CommandAnswer, resultOf } from '@strand/contracts/answer'
import { OrderIdsAnswer } from '@strand/contracts/order/reserved-ids'
import { MatchingOrderIds, OrderRow } from '@strand/contracts/order/staff'
import { type OrderStatus, OrderStatusOption } from '@strand/contracts/order/status'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call, get } from '../shared/api/client.ts'
import type { ListState } from '../shared/list/list-state.ts'
import { usePage } from '../shared/list/use-page.ts'
import { ordersKey } from '../shared/server-state/order-queries.ts'
import { undoableCommand } from './actions/undo.ts'
import type { OrderTab } from './list/order-tabs.ts'

export const useOrders = (tab: OrderTab, state: ListState) =>
  usePage([...ordersKey, 'list'], OrderRow, tab.path, state)

/** Ids of all orders of a tab that match now: ten thousand at most. */
export const matchingOrderIds = async (status: OrderStatus, filters: Record<string, string>) =>
  (await get(resultOf(MatchingOrderIds), '/admin/orders/ids', { query: { ...filters, status } }))
    .result

/** The options never change while the shop runs. */
export const useStatusOptions = () =>
  useQuery({
    queryKey: ['order-status-options'],
    queryFn: async ({ signal }) =>
      (await get(resultOf(z.array(OrderStatusOption)), '/orders/status', { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })

const pathOf = (call: string, orderId: string) => `/admin/${call}/${encodeURIComponent(orderId)}`

export const approveOrder = (orderId: string) =>
  undoableCommand('Approved', orderId, 'PUT', pathOf('approve-order', orderId))
export const archiveOrder = (orderId: string) =>
  undoableCommand('Archived', orderId, 'DELETE', pathOf('delete-order', orderId))
export const restoreOrder = (orderId: string) =>
  undoableCommand('Restored', orderId, 'PUT', pathOf('restore-order', orderId))

/** Destroys the customer's personal data; the order itself stays, without a name. */
export const erasePersonalData = (orderId: string) =>
  call(CommandAnswer, 'DELETE', `/admin/orders/${encodeURIComponent(orderId)}/personal-data`)

export const eraseOrders = (ids: string[]) =>
  call(BulkAnswer, 'POST', '/admin/orders/erase-personal-data', { ids })

export const archiveOrders = (ids: string[]) =>
  call(BulkAnswer, 'DELETE', '/admin/delete-order', ids)
export const restoreOrders = (ids: string[]) => call(BulkAnswer, 'PUT', '/admin/restore-order', ids)

/** A new status can be undone; a new message alone cannot. */
export const changeOrderStatus = (orderId: string, statusId: number, orderMessage: string) =>
  undoableCommand('Status changed', orderId, 'PUT', statusPath(orderId), {
    orderId,
    orderStatus: statusId,
    orderMessage,
  })
export const changeOrderMessage = (orderId: string, statusId: number, orderMessage: string) =>
  call(CommandAnswer, 'PUT', statusPath(orderId), { orderId, orderStatus: statusId, orderMessage })

const statusPath = (orderId: string) => `/order/${encodeURIComponent(orderId)}/status`

export const generateOrderIds = (num: number) =>
  call(OrderIdsAnswer, 'POST', '/generate-paymentconfirmation-orderid', undefined, {
    query: { num },
  })
