import type { SaveView, View, ViewList } from '@strand/contracts/views/view'
import type { ListState } from '../list-state.ts'

export type ViewedList = {
  list: ViewList
  /** The rows' name, such as `pending orders`. */
  noun: string
  state: ListState
  columns?: readonly string[]
  /** The `tab` parameter in the URL of one of the screen's lists; null for the first list. */
  tabOf: (list: ViewList, filters: ListState['filters']) => string | null
  /** What a view cannot store. The dialog says so when the user saves a view. */
  notKept?: string | false
}

/**
 * The URL that shows a view. It contains the whole view, so it also works for people who do not
 * have the view.
 */
export const viewAddress = (
  { viewid, list, filters, sort, columns }: View,
  tabOf: ViewedList['tabOf'],
): string => {
  const params = new URLSearchParams(filters)
  const tab = tabOf(list, filters)
  if (tab) params.set('tab', tab)
  if (sort) {
    params.set('sortField', sort.field)
    params.set('sortOrder', sort.order)
  }
  if (columns.length > 0) params.set('columns', columns.join())
  params.set('saved', viewid)
  return `?${params}`
}

export const plainAddress = ({ list, state, tabOf }: ViewedList): string => {
  const tab = tabOf(list, state.filters)
  return tab ? `?tab=${tab}` : '?'
}

/**
 * The list's current state, as the request body that saves a view. The server checks the sort
 * field.
 */
export const viewBody = (
  { list, state: { filters, sortField, sortOrder }, columns = [] }: ViewedList,
  { name, shared }: Pick<SaveView, 'name' | 'shared'>,
) =>
  ({
    name,
    shared,
    columns,
    list,
    filters: Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== '')),
    sort: sortField === '' ? null : { field: sortField, order: sortOrder },
  }) as SaveView
