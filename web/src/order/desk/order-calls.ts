import { RowCommandAnswer } from '@strand/contracts/answer'
import type { BulkAnswer } from '@strand/contracts/bulk'
import type { Endpoint } from '@strand/contracts/endpoint'
import { maxPageSize } from '@strand/contracts/list'
import type { Evidence } from '@strand/contracts/money/evidence'
import { approvalProposalEndpoints } from '@strand/contracts/order/approval-proposal'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import { type MailCause, mailOfEvent } from '@strand/contracts/order/mail-of-event'
import type { AskQuestion } from '@strand/contracts/order/question'
import { questionEndpoints } from '@strand/contracts/order/question.endpoints'
import type { ShipOrders } from '@strand/contracts/order/ship-orders'
import type { OrderRow } from '@strand/contracts/order/staff'
import {
  orderArchiving,
  orderCommandEndpoints,
  orderDeskEndpoints,
  orderListEndpoints,
} from '@strand/contracts/order/staff.endpoints'
import type { OrderStatus } from '@strand/contracts/order/status'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, fetchResponse } from '../../shared/api/client.ts'
import type { CallOf } from '../../shared/api/endpoint-call.ts'
import { type ListState, listQueryOf } from '../../shared/list/list-state.ts'
import { pageKey, usePage } from '../../shared/list/use-page.ts'
import { forgetUndo, offerUndo } from '../../shared/order/undo/undo.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import type { OrderTab } from './list/order-tabs.ts'
import type { StatusOption } from './list/status-choice.ts'
import { useLiveRows } from './live-rows.ts'
import { bulkOf, noteShown, seenHeader, seenOf, useNoteShown } from './seen-positions.ts'

const listsKey = [...ordersKey, 'list']

export const useOrders = (tab: OrderTab, state: ListState) => {
  const endpoint = orderListEndpoints[tab.status]
  const query = usePage(listsKey, endpoint, state)
  useLiveRows({ queryKey: pageKey(listsKey, endpoint, state), status: tab.status }, query)
  useNoteShown(query.data?.data)
  return query
}

/** One search over all statuses, with the hits in each; idle without a search. */
export const useOrderSearch = (state: ListState) => {
  const query = listQueryOf({ ...state, sortField: '' })
  const found = useQuery({
    queryKey: [...ordersKey, 'search', query],
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.searchOrders, { query, signal })).result,
    enabled: query.search !== undefined,
    ...(query.search !== undefined && { placeholderData: keepPreviousData }),
  })
  useNoteShown(found.data?.data)
  return found
}

/** The ids of all matching orders of a tab: at most ten thousand. */
export const matchingOrderIds = async (status: OrderStatus, filters: Record<string, string>) => {
  const query = { ...filters, status }
  const { result } = await call(orderDeskEndpoints.listMatchingOrderIds, { query })
  noteShown(Object.entries(result.positions).map(([orderid, position]) => ({ orderid, position })))
  return result
}

/** Finds which of these orders have that status now; if there are more than a page of ids, only the newest. */
export const ordersStillIn =
  (status: OrderStatus) =>
  async (ids: string[], signal: AbortSignal): Promise<ReadonlySet<string>> => {
    if (ids.length > maxPageSize) {
      const query = { status }
      const { result } = await call(orderDeskEndpoints.listMatchingOrderIds, { query, signal })
      return new Set(result.more ? [...result.ids, ...ids] : result.ids)
    }
    const query = { ids: ids.join(',') }
    const { result } = await call(orderDeskEndpoints.listOrdersById, { query, signal })
    const there = result.filter(({ orderstatus }) => orderstatus === status)
    return new Set(there.map(({ orderid }) => orderid))
  }

/** The rows of these orders, whichever page they are on; the call takes a page of ids at a time. */
export const useOrderRows = (ids: readonly string[]) => {
  const query = useQuery<OrderRow[]>({
    queryKey: [...ordersKey, 'rows', ids],
    queryFn: async ({ signal }) => {
      const rows: OrderRow[] = []
      for (let next = 0; next < ids.length; next += maxPageSize) {
        const query = { ids: ids.slice(next, next + maxPageSize).join(',') }
        rows.push(...(await call(orderDeskEndpoints.listOrdersById, { query, signal })).result)
      }
      return rows
    },
    enabled: ids.length > 0,
  })
  useNoteShown(query.data)
  return query
}

/** The options never change while the shop is running. */
export const useStatusOptions = () =>
  useQuery({
    queryKey: ['order-status-options'],
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.listOrderStatuses, { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Sends a command for one order, and offers to undo the event that it causes. */
const undoableCommand = async <E extends Endpoint>(
  title: string,
  event: MailCause,
  orderId: string,
  endpoint: E,
  options: CallOf<E>,
): Promise<RowCommandAnswer> => {
  const answer = await fetchResponse(endpoint, options)
  const parsed = RowCommandAnswer.parse(await answer.json())
  const isProposal = answer.status === 202
  const orders = { [orderId]: parsed.position }
  offerUndo({ orders, title, isProposal, isMailed: mailOfEvent(event) !== null && !isProposal })
  return parsed
}

/** Sends a command for several orders, and offers to undo its events as one. */
const undoableBulk = async (
  title: string,
  event: MailCause,
  send: () => Promise<BulkAnswer>,
): Promise<BulkAnswer> => {
  const since = performance.now()
  const answer = await send()
  offerUndo({ orders: answer.positions, title, isMailed: mailOfEvent(event) !== null }, since)
  return answer
}

const { approveOrder: approve, changeOrderStatus: change } = orderCommandEndpoints
const { archive, archiveMany, restore, restoreMany } = orderArchiving

export const approveOrder = (id: string, evidence: Evidence | null = null) => {
  const sent = { params: { id }, body: { evidence }, ...seenOf(id) }
  return undoableCommand('Approved', { type: 'OrderApproved' }, id, approve, sent)
}
export const withdrawApproval = (orderId: string) =>
  call(approvalProposalEndpoints.withdrawApproval, { params: { orderId }, ...seenOf(orderId) })
const archivedFor = ({ tell, reason }: Partial<ArchiveReason>): MailCause => ({
  type: 'OrderArchived',
  data: { from: 'pending', message: tell ? reason : null },
})
export const archiveOrder = (id: string, why: Partial<ArchiveReason> = {}) => {
  const sent = { params: { id }, body: why, ...seenOf(id) }
  return undoableCommand('Archived', archivedFor(why), id, archive, sent)
}
const restored: MailCause = { type: 'OrderRestored' }
export const restoreOrder = (id: string) =>
  undoableCommand('Restored', restored, id, restore, { params: { id }, ...seenOf(id) })

export const shipOrders = (shown: ShownOrder[], parcels: Pick<ShipOrders, 'orders' | 'message'>) =>
  undoableBulk('Shipped', { type: 'OrderStatusChanged', data: { to: 'shipped' } }, () =>
    call(orderCommandEndpoints.shipOrders, {
      body: {
        ...parcels,
        positions: Object.fromEntries(shown.map(({ orderid, position }) => [orderid, position])),
      },
    }),
  )
export const askCustomer = ({ orderid: orderId, position }: ShownOrder, body: AskQuestion) =>
  call(questionEndpoints.askQuestion, { params: { orderId }, body, ...seenHeader(position) })

/** Destroys the customer's personal data; the order itself stays, without a name. */
export const erasePersonalData = async (orderId: string) => {
  const sent = { params: { orderId }, ...seenOf(orderId) }
  const answer = await call(orderCommandEndpoints.eraseOrder, sent)
  forgetUndo([orderId])
  return answer
}

export const eraseOrders = async (ids: string[]) => {
  const answer = await call(orderCommandEndpoints.eraseOrders, { body: bulkOf(ids) })
  forgetUndo(answer.result)
  return answer
}
export const archiveOrders = (ids: string[], why: Partial<ArchiveReason> = {}) =>
  undoableBulk('Archived', archivedFor(why), () =>
    call(archiveMany, { body: { ...bulkOf(ids), ...why } }),
  )
export const restoreOrders = (ids: string[]) =>
  undoableBulk('Restored', restored, () => call(restoreMany, { body: bulkOf(ids) }))

/** The order as the dialog shows it, even if a list behind it has changed. */
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
/** A new status can be undone; a mere new message cannot. */
export const changeOrderStatus = (order: ShownOrder, to: StatusOption, message: string) =>
  undoableCommand(
    'Status changed',
    { type: 'OrderStatusChanged', data: { to: to.name } },
    order.orderid,
    change,
    statusCall(order, to.id, message),
  )
export const changeOrderMessage = (order: ShownOrder, { id }: StatusOption, message: string) =>
  call(change, statusCall(order, id, message))

export const generateOrderIds = (num: number) =>
  call(orderCommandEndpoints.reserveOrderIds, { query: { num } })
export const listUnusedOrderIds = (signal: AbortSignal) =>
  call(orderCommandEndpoints.listUnusedOrderIds, { signal })
