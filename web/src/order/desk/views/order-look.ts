import { defaultPageSize } from '@strand/contracts/list'
import { OrderColumn } from '@strand/contracts/views/view'
import { useSearchParams } from 'react-router-dom'
import { createStore, useStore } from '../../../shared/browser/store.ts'
import { readStoredJson, writeStored } from '../../../shared/browser/stored.ts'

/** How this browser shows orders: the columns, and whether each row has a single line. */
export type OrderLook = { columns: OrderColumn[]; compact: boolean }

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

const usual: OrderLook = {
  columns: ['customer', 'accountname', 'delivery', 'quantity', 'total', 'status'],
  compact: false,
}
export const areUsual = (columns: readonly OrderColumn[]): boolean =>
  columns.join() === usual.columns.join()

const storageKey = 'strand.order-look'
const compactPageSize = 25

/** The columns that these names stand for, in the order of a row; unknown names are dropped. */
export const knownColumns = (names: readonly unknown[]): OrderColumn[] =>
  OrderColumn.options.filter((name) => names.includes(name))

const remembered = (): OrderLook => {
  const kept = readStoredJson('local', storageKey) ?? {}
  const { columns, compact } = kept as { columns?: unknown; compact?: unknown }
  return {
    columns: Array.isArray(columns) ? knownColumns(columns) : usual.columns,
    compact: compact === true,
  }
}

const look = createStore(remembered())

export const rememberLook = (chosen: OrderLook): void => {
  look.set(chosen)
  writeStored('local', storageKey, JSON.stringify(chosen))
}

/**
 * If the address names columns, as a view's address does, they take precedence over this browser's
 * choice.
 */
export const useOrderLook = () => {
  const [params] = useSearchParams()
  const { columns, compact } = useStore(look)
  const named = params.get('columns')
  return {
    columns: named === null ? columns : knownColumns(named.split(',')),
    compact,
    pageSize: compact ? compactPageSize : defaultPageSize,
  }
}
