import { defaultPageSize, type Page } from '@strand/contracts/list'
import type { OrderedProduct } from '@strand/contracts/order/staff'
import type { ListState } from '../../shared/list/list-state.ts'

/** Sorts rows and returns one page, as the server does for other lists. */
export const paginate = (
  all: OrderedProduct[],
  { page, sortField, sortOrder }: ListState,
): Page<OrderedProduct>['result'] => {
  const direction = sortOrder === 'asc' ? 1 : -1
  const sorted = [...all].sort((a, b) => direction * compare(a, b, sortField))
  const from = (page - 1) * defaultPageSize
  return {
    data: sorted.slice(from, from + defaultPageSize),
    total: all.length,
    page,
    results: defaultPageSize,
  }
}

const compare = (a: OrderedProduct, b: OrderedProduct, field: string): number => {
  if (field === 'productordered') return a.productordered - b.productordered
  if (field === 'product' || field === 'sales') return a[field].localeCompare(b[field])
  return 0
}
