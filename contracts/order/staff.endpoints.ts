import { z } from 'zod'
import { RowCommandAnswer, resultOf } from '../answer.ts'
import { archivingEndpoints } from '../archiving-endpoints.ts'
import { BulkAnswer, BulkIds } from '../bulk.ts'
import { endpoints } from '../endpoint.ts'
import { pageOf } from '../list.ts'
import { ApproveOrder } from '../money/evidence.ts'
import { identifier, pathIdentifier } from '../text.ts'
import { ApprovalProposed } from './approval-proposal.ts'
import { ArchiveOrder, ArchiveOrders } from './archive-reason.ts'
import { OrderAudit, OrderAuditQuery } from './audit.ts'
import { GenerateOrderIds, OrderIdsAnswer, UnusedOrderIds } from './reserved-ids.ts'
import { ShipOrders } from './ship-orders.ts'
import {
  ConfirmedOrderRow,
  MatchingOrderIds,
  OrderCounts,
  OrderedProduct,
  OrderIdsQuery,
  OrderListQuery,
  OrderPeriod,
  OrderRow,
  OrderRowsQuery,
  OrderSearchPage,
  OrderSearchQuery,
  UndoOrderChange,
  UndoOrderChanges,
} from './staff.ts'
import { OrderStatus, orderStatuses } from './status.ts'
import { ChangeOrderStatus, OrderStatusOption } from './status-change.ts'

const read = { permission: 'orders.read' } as const
const manage = { permission: 'orders.manage' } as const
const erase = { permission: 'orders.erase' } as const
const orderIdParameter = z.object({ orderId: pathIdentifier })

const allOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ result: z.object({ data: z.array(row) }) })

const orderList = (status: OrderStatus) => {
  const { label, listPath } = orderStatuses[status]
  const path: `/api/${string}` = `/api${listPath}`
  return {
    ...({ method: 'GET', path, access: read, tag: 'Orders' } as const),
    operationId: `list${label}Orders`,
    summary: `List ${status} orders`,
    query: OrderListQuery,
    response: { 200: pageOf(OrderRow) },
  }
}

export const orderListEndpoints = Object.fromEntries(
  OrderStatus.options.map((status) => [status, orderList(status)]),
) as Record<OrderStatus, ReturnType<typeof orderList>>

const text = identifier(400)

export const orderDeskEndpoints = endpoints('Orders', {
  listOrderStatuses: {
    method: 'GET',
    path: '/api/orders/status',
    access: 'public',
    summary: 'List the statuses that an order can have',
    response: { 200: resultOf(z.array(OrderStatusOption)) },
  },
  getProofFile: {
    method: 'GET',
    path: '/api/files/:key',
    access: 'public',
    summary: 'Download a proof of payment through a signed link',
    params: z.object({ key: pathIdentifier }),
    query: z.object({
      type: text.default(''),
      name: text.optional(),
      expires: text.default(''),
      signature: text.default(''),
    }),
    streams: ['image/png', 'image/jpeg', 'application/pdf'],
  },
  listMatchingOrderIds: {
    method: 'GET',
    path: '/api/admin/orders/ids',
    access: read,
    summary: 'List the ids of all orders that match a search',
    query: OrderIdsQuery,
    response: { 200: resultOf(MatchingOrderIds) },
  },
  listOrdersById: {
    method: 'GET',
    path: '/api/admin/orders/rows',
    access: read,
    summary: 'List the orders with these ids',
    query: OrderRowsQuery,
    response: { 200: resultOf(z.array(OrderRow)) },
  },
  searchOrders: {
    method: 'GET',
    path: '/api/admin/orders/search',
    access: read,
    summary: 'Search the orders in every status',
    query: OrderSearchQuery,
    response: { 200: resultOf(OrderSearchPage) },
  },
  countOrders: {
    method: 'GET',
    path: '/api/admin/orders/counts',
    access: read,
    summary: 'Count the orders in each status',
    response: { 200: resultOf(OrderCounts) },
  },
  listOrderEvents: {
    method: 'GET',
    path: '/api/admin/orders/:orderId/events',
    access: read,
    summary: 'List all events of an order',
    params: orderIdParameter,
    query: OrderAuditQuery,
    response: { 200: resultOf(OrderAudit) },
  },
  exportConfirmedOrders: {
    method: 'GET',
    path: '/api/admin/download-orders',
    access: read,
    summary: 'Export confirmed orders as CSV or JSON',
    query: OrderPeriod,
    response: { 200: allOf(ConfirmedOrderRow) },
    streams: ['text/csv'],
  },
  exportOrderedProducts: {
    method: 'GET',
    path: '/api/admin/order-products',
    access: { permission: 'ordered-products.read' },
    summary: 'Export ordered products as CSV or JSON',
    response: { 200: allOf(OrderedProduct) },
    streams: ['text/csv'],
  },
  followOrders: {
    method: 'GET',
    path: '/api/admin/live',
    access: read,
    summary: 'Follow changes to orders as they happen',
    streams: ['text/event-stream'],
  },
})

export const orderCommandEndpoints = endpoints('Orders', {
  approveOrder: {
    method: 'PUT',
    path: '/api/admin/approve-order/:id',
    access: manage,
    summary: 'Approve an order',
    params: z.object({ id: pathIdentifier }),
    body: ApproveOrder,
    response: { 200: RowCommandAnswer, 202: ApprovalProposed },
  },
  changeOrderStatus: {
    method: 'PUT',
    path: '/api/order/:orderId/status',
    access: manage,
    summary: 'Change an order’s status or the message to its customer',
    params: orderIdParameter,
    body: ChangeOrderStatus,
    response: { 200: RowCommandAnswer },
  },
  shipOrders: {
    method: 'POST',
    path: '/api/admin/orders/ship',
    access: manage,
    summary: 'Ship several orders, each with its carrier and waybill',
    body: ShipOrders,
    response: { 200: BulkAnswer },
  },
  undoOrderChange: {
    method: 'POST',
    path: '/api/admin/orders/:orderId/undo',
    access: manage,
    summary: 'Undo the last change to an order',
    params: orderIdParameter,
    body: UndoOrderChange,
    response: { 200: RowCommandAnswer },
  },
  undoOrderChanges: {
    method: 'POST',
    path: '/api/admin/orders/undo',
    access: manage,
    summary: 'Undo the last change to each of several orders',
    body: UndoOrderChanges,
    response: { 200: BulkAnswer },
  },
  reserveOrderIds: {
    method: 'POST',
    path: '/api/generate-paymentconfirmation-orderid',
    access: { permission: 'orders.generate-ids' },
    summary: 'Reserve order ids',
    query: GenerateOrderIds,
    response: { 200: OrderIdsAnswer },
  },
  listUnusedOrderIds: {
    method: 'GET',
    path: '/api/admin/unused-order-ids',
    access: { permission: 'orders.generate-ids' },
    summary: 'List the reserved ids that are not used yet',
    response: { 200: resultOf(UnusedOrderIds) },
  },
  eraseOrder: {
    method: 'DELETE',
    path: '/api/admin/orders/:orderId/personal-data',
    access: erase,
    summary: 'Erase the personal data of an order permanently',
    params: orderIdParameter,
    response: { 200: RowCommandAnswer },
  },
  eraseOrders: {
    method: 'POST',
    path: '/api/admin/orders/erase-personal-data',
    access: erase,
    summary: 'Erase the personal data of several orders permanently',
    body: BulkIds,
    response: { 200: BulkAnswer },
  },
})

const archiving = archivingEndpoints({
  tag: 'Orders',
  path: 'order',
  name: 'Order',
  words: ['an order', 'orders'],
  permission: 'orders.manage',
})
export const orderArchiving = {
  ...archiving,
  archive: { ...archiving.archive, body: ArchiveOrder },
  archiveMany: { ...archiving.archiveMany, body: ArchiveOrders },
}
