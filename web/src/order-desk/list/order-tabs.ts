import type { OrderStatus } from '@strand/contracts/order/order'

export type OrderTab = { status: OrderStatus; text: string; path: string }

/** The five lists, in the order of an order's lifecycle. */
export const orderTabs = [
  { status: 'pending', text: 'Pending', path: '/admin/orders' },
  { status: 'confirmed', text: 'Confirmed', path: '/admin/confirmed-orders' },
  { status: 'shipped', text: 'Shipped', path: '/admin/orders/delivery' },
  { status: 'returned', text: 'Returned', path: '/admin/orders/return' },
  { status: 'archived', text: 'Archived', path: '/admin/archived-orders' },
] as const satisfies OrderTab[]

/** The tab that the URL names; pending when it names none. */
export const orderTabOf = (params: URLSearchParams): OrderTab =>
  orderTabs.find(({ status }) => status === params.get('tab')) ?? orderTabs[0]

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
