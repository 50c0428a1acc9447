import { defaultPageSize } from '@strand/contracts/list'
import { OrderColumn } from '@strand/contracts/views/view'
import { useSearchParams } from 'react-router-dom'
import { createStore, useStore } from '../../../shared/browser/store.ts'
import { readStoredJson, writeStored } from '../../../shared/browser/stored.ts'
import type { AnyTab } from '../list/order-tabs.ts'

/**
 * How this browser shows orders: the chosen columns (null: the usual ones of each tab), and whether
 * each row has a single line.
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

/** Whether a tab shows who acted last and why, beside the other columns. */
export const saysLastChange = (tab: AnyTab['status']): boolean =>
  tab === 'archived' || tab === 'shipped' || tab === 'returned'

/**
 * The account name helps to find the payment. Packers see the items instead, because the payment is
 * already checked, and finished orders show their last change instead.
 */
const usualColumns = (tab: AnyTab['status']): OrderColumn[] => {
  if (saysLastChange(tab)) return ['customer', 'delivery', 'quantity', 'total', 'status']
  if (tab === 'confirmed')
    return ['customer', 'delivery', 'quantity', 'total', 'status', 'products']
  return ['customer', 'accountname', 'delivery', 'quantity', 'total', 'status']
}

const storageKey = 'strand.order-look'
const compactPageSize = 25

/** The columns that these names stand for, in the order of a row; unknown names are dropped. */
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
 * The look of a tab. If the address names columns, as a view's address does, they take precedence
 * over this browser's choice; `chosen` is null if neither names any.
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
