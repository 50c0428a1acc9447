import { z } from 'zod'
import { UserListQuery } from '../accounts/endpoints.ts'
import { UserLogQuery } from '../accounts/log.ts'
import type { Permission } from '../accounts/permission.ts'
import { CommandAnswer, resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { BankLineQuery, BankLineStatus, bankLineSortFields } from '../money/bank-line.ts'
import { orderSortFields } from '../order/sort-fields.ts'
import { OrderListQuery } from '../order/staff.ts'
import { OrderStatus } from '../order/status.ts'
import { givenText, pathIdentifier, thingName } from '../text.ts'

/** The maximum number of views that a person can keep. */
export const maxViews = 50

const paging = { page: true, results: true, sortField: true, sortOrder: true } as const

export const ViewHead = z
  .object({
    name: thingName('Please name the view', 40),
    shared: z.boolean().default(false),
  })
  .strict()

/** What a view of these lists can contain: the lists' own filters, sort fields and columns. */
const viewOf = <
  List extends z.ZodType,
  Filters extends z.ZodType,
  Field extends string,
  Column extends string,
>(
  list: List,
  filters: Filters,
  sortFields: readonly Field[],
  columns: readonly Column[],
) =>
  ViewHead.extend({
    list,
    filters,
    /** Null: the list's default order. */
    sort: z
      .object({ field: z.enum(sortFields), order: z.enum(['asc', 'desc']) })
      .strict()
      .nullable()
      .default(null),
    /** Empty: the list's default columns. */
    columns: z.array(z.enum(columns)).max(columns.length).default([]),
  })

/** The columns of the order lists besides the order itself; by default, the first six are shown. */
export const OrderColumn = z.enum([
  'customer',
  'accountname',
  'delivery',
  'quantity',
  'total',
  'status',
  'phone',
  'email',
  'products',
  'sales',
])
export type OrderColumn = z.infer<typeof OrderColumn>

/** Leaves out the role filters, because only superadministrators may filter and sort by role. */
const userFilters = UserListQuery.omit({ ...paging, role: true, rolename: true }).strict()

/** `POST /api/admin/views`, `PUT /api/admin/views/{viewId}`. */
export const SaveView = z.union([
  viewOf(OrderStatus, OrderListQuery.omit(paging).strict(), orderSortFields, OrderColumn.options),
  viewOf(
    z.enum(['users', 'archived-users']),
    userFilters,
    ['name', 'firstname', 'lastname', 'email', 'phone', 'status', 'createdat'],
    ['name', 'email', 'phone', 'status'],
  ),
  viewOf(
    z.literal('users-logs'),
    UserLogQuery.omit(paging).strict(),
    ['createdat'],
    ['fullname', 'email', 'process', 'createdat'],
  ),
  viewOf(
    z.literal('bank-lines'),
    // The screen has a tab for each status, and none for all lines.
    BankLineQuery.omit(paging).extend({ status: BankLineStatus }).strict(),
    bankLineSortFields,
    [],
  ),
])
export type SaveView = z.infer<typeof SaveView>
export type ViewList = SaveView['list']

/** The permission that a list and its views need. */
export const permissionOfList = (list: ViewList): Permission => {
  if (list === 'users' || list === 'archived-users') return 'users.read'
  if (list === 'bank-lines') return 'money.read'
  return list === 'users-logs' ? 'user-logs.read' : 'orders.read'
}

export const View = z.object({
  viewid: z.uuid(),
  name: givenText,
  list: z.enum([...OrderStatus.options, 'users', 'archived-users', 'users-logs', 'bank-lines']),
  /** Only the filters that are set, by their names in the list. */
  filters: z.record(givenText, givenText),
  sort: z.object({ field: givenText, order: z.enum(['asc', 'desc']) }).nullable(),
  columns: z.array(givenText),
  shared: z.boolean(),
  /** Who saved the view, and whether the reader may change the view. */
  owner: givenText,
  editable: z.boolean(),
})
export type View = z.infer<typeof View>

const read = { permission: 'orders.read' } as const
const one = { params: z.object({ viewId: pathIdentifier }) }

/** Lists with saved filters, sort order and columns, for one person or for everyone. */
export const viewEndpoints = endpoints('Views', {
  listViews: {
    method: 'GET',
    path: '/api/admin/views',
    access: read,
    summary: 'List your views and the shared ones',
    response: { 200: resultOf(z.array(View)) },
  },
  exportView: {
    method: 'GET',
    path: '/api/admin/views/:viewId/export',
    access: read,
    summary: 'Export the rows of a view as CSV',
    ...one,
    streams: ['text/csv'],
  },
  createView: {
    method: 'POST',
    path: '/api/admin/views',
    access: read,
    summary: 'Save a view of a list',
    body: SaveView,
    response: { 201: CommandAnswer.extend({ viewid: z.uuid() }) },
  },
  updateView: {
    method: 'PUT',
    path: '/api/admin/views/:viewId',
    access: read,
    summary: 'Change a view',
    ...one,
    body: SaveView,
    response: { 200: CommandAnswer },
  },
  deleteView: {
    method: 'DELETE',
    path: '/api/admin/views/:viewId',
    access: read,
    summary: 'Delete a view',
    ...one,
    response: { 200: CommandAnswer },
  },
})
