import { defaultPageSize } from '@strand/contracts/list'
import { OrderColumn } from '@strand/contracts/views/view'
import { useSearchParams } from 'react-router-dom'
import { createStore, useStore } from '../../../shared/browser/store.ts'
import { readStoredJson, writeStored } from '../../../shared/browser/stored.ts'
import type { AnyTab } from '../list/order-tabs.ts'

/**
 * How this browser shows orders: the chosen columns (null for each tab's usual columns), and
 * whether each row is a single line (`compact`).
 */
export type OrderLook = { columns: OrderColumn[] | null; compact: boolean }

export const columnTexts: Record<OrderColumn, string> = {
  customer: 'Customer',
  accountname: 'Account name',
  delivery: 'Delivery',
  quantity: 'Quantity',
  total: 'Total',
  status: 'Status',
  phone: 'Phone',
  email: 'Email',
  products: 'Items',
  sales: 'Campaign',
}

/** Whether the tab also has a column that says who changed the order last, and why. */
export const saysLastChange = (tab: AnyTab['status']): boolean =>
  tab === 'archived' || tab === 'shipped' || tab === 'returned'

/**
 * Where staff still look for the payment, the columns include the account name, which helps to find
 * it. Lists for packing show the items instead, because the payment was already checked. Lists of
 * finished orders show the last change.
 */
const usualColumns = (tab: AnyTab['status']): OrderColumn[] => {
  if (saysLastChange(tab)) return ['customer', 'delivery', 'quantity', 'total', 'status']
  if (tab === 'confirmed')
    return ['customer', 'delivery', 'quantity', 'total', 'status', 'products']
  return ['customer', 'accountname', 'delivery', 'quantity', 'total', 'status']
}

const storageKey = 'strand.order-look'
const compactPageSize = 25

/**
 * The columns with these names, in the sequence in which rows show them. Unknown names are ignored.
 */
export const knownColumns = (names: readonly unknown[]): OrderColumn[] =>
  OrderColumn.options.filter((name) => names.includes(name))

const remembered = (): OrderLook => {
  const kept = readStoredJson('local', storageKey) ?? {}
  const { columns, compact } = kept as { columns?: unknown; compact?: unknown }
  return {
    columns: Array.isArray(columns) ? knownColumns(columns) : null,
    compact: compact === true,
  }
}

const look = createStore(remembered())

export const rememberLook = (chosen: OrderLook): void => {
  look.set(chosen)
  writeStored('local', storageKey, JSON.stringify(chosen))
}

/**
 * How a tab looks. If the URL names columns, as a saved view's URL does, they take precedence over
 * the browser's stored choice. `chosen` is null if neither names any.
 */
export const useOrderLook = (tab: AnyTab['status']) => {
  const [params] = useSearchParams()
  const { columns, compact } = useStore(look)
  const named = params.get('columns')
  const chosen = named === null ? columns : knownColumns(named.split(','))
  return {
    columns: chosen ?? usualColumns(tab),
    chosen,
    compact,
    pageSize: compact ? compactPageSize : defaultPageSize,
  }
}
