import { ListQuery } from '@strand/contracts/list'
import { OrderListQuery } from '@strand/contracts/order/staff'
import { OrderStatus, orderStatuses } from '@strand/contracts/order/status'

export type OrderTab = { status: OrderStatus; text: string }

/** The results of a search in all statuses. */
export const allOrders = { status: 'all', text: 'All' } as const
export type AnyTab = OrderTab | typeof allOrders

const tabOf = (status: OrderStatus): OrderTab => ({ status, text: orderStatuses[status].label })

/** One list for each status, in the order of an order's life. */
export const orderTabs = OrderStatus.options.map(tabOf)

/** The tab in the URL; pending if there is none. */
export const orderTabOf = (params: URLSearchParams): OrderTab =>
  tabOf(OrderStatus.safeParse(params.get('tab')).data ?? 'pending')

/** A tab's URL. It opens the tab's first page and keeps the dates and the search. */
export const tabAddress = (params: URLSearchParams, status: AnyTab['status']): string => {
  const next = new URLSearchParams(params)
  next.delete('page')
  next.delete('tab')
  next.delete('view')
  next.delete('saved')
  next.delete('columns')
  next.delete('question')
  if (status !== 'pending') next.set('tab', status)
  return `?${next}`
}

export type OrderFilterName = Exclude<keyof OrderListQuery, keyof ListQuery>

/**
 * The filters in the orders URL, which are all that a view can contain; tab, page and sort are not among them.
 */
export const orderFilterNames = Object.keys(OrderListQuery.shape).filter(
  (name) => !(name in ListQuery.shape),
)
