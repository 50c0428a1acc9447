import { ListQuery } from '@strand/contracts/list'
import { OrderListQuery, OrderSearchQuery } from '@strand/contracts/order/staff'
import { OrderStatus, orderStatuses } from '@strand/contracts/order/status'

export type OrderTab = { status: OrderStatus; text: string }

export const allOrders = { status: 'all', text: 'All' } as const
export type AnyTab = OrderTab | typeof allOrders

const tabOf = (status: OrderStatus): OrderTab => ({ status, text: orderStatuses[status].label })

/** One tab for each status, in the sequence in which an order usually gets them. */
export const orderTabs = OrderStatus.options.map(tabOf)

export const orderTabOf = (params: URLSearchParams): OrderTab =>
  tabOf(OrderStatus.safeParse(params.get('tab')).data ?? 'pending')

/** The URL of a tab's first page. It keeps the dates and the search. */
export const tabAddress = (params: URLSearchParams, status: AnyTab['status']): string => {
  const next = new URLSearchParams(params)
  next.delete('page')
  next.delete('tab')
  next.delete('view')
  next.delete('saved')
  next.delete('columns')
  next.delete('question')
  next.delete('approvedWithoutMoney')
  if (status !== 'pending') next.set('tab', status)
  return `?${next}`
}

export type OrderFilterName = Exclude<
  keyof OrderListQuery | keyof OrderSearchQuery,
  keyof ListQuery
>

const filterNamesOf = ({ shape }: { shape: object }) =>
  Object.keys(shape).filter((name) => !(name in ListQuery.shape))

/**
 * The URL parameters that are filters, and so can be part of a saved view. Tab, page and sort are
 * not filters.
 */
export const orderFilterNames = filterNamesOf(OrderListQuery)
/** The filters of the search through all statuses. */
export const searchFilterNames = filterNamesOf(OrderSearchQuery)
