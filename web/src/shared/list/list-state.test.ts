import { expect, test } from 'vitest'
import {
  applyListChange,
  listQueryOf,
  listStateOf,
  nextSort,
  pageButtons,
  pageCount,
} from './list-state.ts'

const names = ['search', 'dateFrom'] as const
const stateOf = (address: string) => listStateOf(new URLSearchParams(address), names)
const after = (address: string, change: Parameters<typeof applyListChange>[1]) =>
  applyListChange(new URLSearchParams(address), change).toString()

test('an empty query string means the first page of all rows', () => {
  expect(stateOf('')).toEqual({
    page: 1,
    results: 10,
    sortField: '',
    sortOrder: 'desc',
    filters: { search: '', dateFrom: '' },
  })
})

test('an invalid page number means the first page', () => {
  for (const page of ['0', '-3', '1.5', 'x', '1e9']) expect(stateOf(`page=${page}`).page).toBe(1)
})

test('changing the page keeps the search; a new search starts at the first page', () => {
  expect(after('search=ada', { page: 4 })).toBe('search=ada&page=4')
  expect(after('search=ada&page=4', { filters: { search: 'ngozi ' } })).toBe('search=ngozi')
  expect(after('search=ada&page=4', { filters: { search: '' } })).toBe('')
})

test('a header sorts ascending, then descending, then not at all', () => {
  expect(after('', nextSort(stateOf(''), 'total'))).toBe('sortField=total&sortOrder=asc')
  const ascending = 'sortField=total&sortOrder=asc'
  expect(after(ascending, nextSort(stateOf(ascending), 'total'))).toBe(
    'sortField=total&sortOrder=desc',
  )
  const descending = 'sortField=total&sortOrder=desc'
  expect(after(descending, nextSort(stateOf(descending), 'total'))).toBe('')
})

test('the call asks for ten rows and leaves out empty filters', () => {
  expect(listQueryOf(stateOf('page=2&search=ada'))).toEqual({ page: 2, results: 10, search: 'ada' })
})

test('an empty list has one page', () => {
  expect(pageCount(0)).toBe(1)
  expect(pageCount(10)).toBe(1)
  expect(pageCount(11)).toBe(2)
})

test('the page buttons show both ends and the current page’s neighbours', () => {
  expect(pageButtons(1, 1)).toEqual([1])
  expect(pageButtons(1, 3)).toEqual([1, 2, 3])
  expect(pageButtons(5, 20)).toEqual([1, null, 4, 5, 6, null, 20])
  expect(pageButtons(3, 20)).toEqual([1, 2, 3, 4, null, 20])
  expect(pageButtons(18, 20)).toEqual([1, null, 17, 18, 19, 20])
})
