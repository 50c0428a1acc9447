import { expect, test } from 'vitest'
import { paginate } from './paginate.ts'

const rows = Array.from({ length: 12 }, (_, index) => ({
  product: `Wig ${String(index).padStart(2, '0')}`,
  productordered: 100 - index,
  sales: '',
}))
const state = { page: 1, results: 10, sortField: '', sortOrder: 'desc' as const, filters: {} }

test('ten rows make a page, and the total counts all', () => {
  const second = paginate(rows, { ...state, page: 2 })
  expect(second.data).toHaveLength(2)
  expect(second.total).toBe(12)
})

test('quantities sort as numbers, names as words', () => {
  const first = (sortField: string, sortOrder: 'asc' | 'desc') =>
    paginate(rows, { ...state, sortField, sortOrder }).data[0]?.product
  expect(first('productordered', 'asc')).toBe('Wig 11')
  expect(first('product', 'desc')).toBe('Wig 11')
})
