import { counted } from '@strand/contracts/counted'
import { fold } from '@strand/contracts/folding'
import { formatNaira } from '@strand/contracts/naira'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { orderStatuses } from '@strand/contracts/order/status'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useOrderAtHand, useSelectedAtHand } from '../../shared/order/order-at-hand.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { useAdmin } from '../../shared/session/session.ts'
import { visibleMenu } from '../menu.ts'
import { tabScreens } from './tab-screens.ts'

export type Option = {
  text: string
  note?: string
  /** The key that does the same without the palette. */
  key?: string
  to?: string
  onSelect?: () => void
}
export type OptionGroup = { title: string; options: Option[] }

/**
 * The search for orders starts this many milliseconds after the last keystroke, if at least this
 * many characters were typed.
 */
const typingPause = 200
const fewestLetters = 3
const maxOrders = 6

/**
 * The palette's options for a typed text: actions on the order that the screen shows, screens, and
 * other orders.
 */
export const usePaletteOptions = (typed: string) => {
  const text = typed.trim()
  const { permissions } = useAdmin()
  const atHand = useOrderAtHand()
  const chosen = useSelectedAtHand()
  const { orders, isSearching } = useFoundOrders(
    permissions.includes('orders.read') && text.length >= fewestLetters ? text : '',
  )
  const screens: Option[] = visibleMenu(permissions).flatMap(({ title, items }) =>
    items.map((item) => ({
      text: title === null || title === item.text ? item.text : `${title}: ${item.text}`,
      to: item.to,
    })),
  )
  if (permissions.includes('orders.manage'))
    screens.push({ text: 'Review queue', to: paths.reviewQueue })
  if (permissions.includes('orders.read'))
    screens.push({ text: 'Search all orders', to: paths.allOrders, key: '/' })
  if (permissions.includes('money.manage'))
    screens.push({ text: 'Import a bank statement', to: paths.importStatement })
  screens.push(...tabScreens(permissions), { text: 'Change password', to: paths.changePassword })

  const words = fold(text).split(' ')
  const matching = (options: Option[]) =>
    options.filter((option) => words.every((word) => fold(option.text).includes(word)))
  const count = chosen?.count ?? 0
  const groups: OptionGroup[] = [
    {
      title: `${counted(count, chosen?.singular ?? 'order')} selected`,
      options: count > 0 ? matching(chosen?.actions ?? []) : [],
    },
    { title: `Order ${atHand?.orderId}`, options: matching(atHand?.actions ?? []) },
    { title: 'This list', options: matching(chosen?.selecting ?? []) },
    { title: 'Screens', options: matching(screens) },
    { title: 'Orders', options: orders },
  ]
  return { groups: groups.filter(({ options }) => options.length > 0), isSearching }
}

const useFoundOrders = (text: string): { orders: Option[]; isSearching: boolean } => {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  const query = { search, results: maxOrders }
  const { data, isFetching } = useQuery({
    queryKey: [...ordersKey, 'search', query],
    queryFn: async ({ signal }) =>
      (await call(orderDeskEndpoints.searchOrders, { query, signal })).result,
    enabled: search !== '',
  })
  if (text !== search) return { orders: [], isSearching: true }
  const orders = (search === '' ? [] : (data?.data ?? [])).map((order) => ({
    text: `${order.orderid} · ${order.fullname}`,
    note: `${orderStatuses[order.orderstatus].label} · ${formatNaira(order.total)} · ${order.phone}`,
    to: paths.orderOf(order.orderid),
  }))
  return { orders, isSearching: isFetching }
}
