import { OrderStatus, orderStatuses } from '@strand/contracts/order/status'

export type OrderTab = { status: OrderStatus; text: string }

const tabOf = (status: OrderStatus): OrderTab => ({ status, text: orderStatuses[status].label })

/** One list for each status, in the order of an order's life. */
export const orderTabs = OrderStatus.options.map(tabOf)

/** The tab that the URL names; pending when it names none. */
export const orderTabOf = (params: URLSearchParams): OrderTab =>
  tabOf(OrderStatus.safeParse(params.get('tab')).data ?? 'pending')

/** A tab's URL. It opens the tab's first page and keeps the dates and the search. */
export const tabAddress = (params: URLSearchParams, status: OrderStatus): string => {
  const next = new URLSearchParams(params)
  next.delete('page')
  next.delete('tab')
  next.delete('view')
  if (status !== 'pending') next.set('tab', status)
  return `?${next}`
}

/** The filters in the orders URL, apart from the tab, the page and the sort. */
export const orderFilterNames = ['search', 'dateFrom', 'dateTo'] as const
