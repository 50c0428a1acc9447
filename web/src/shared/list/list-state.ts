import { defaultPageSize } from '@strand/contracts/list'

/**
 * A list's page, sorting and filters. They are kept in the URL, so that Back, a reload and a link
 * sent to a colleague show the same rows. The URL omits default values.
 */
export type ListState = {
  page: number
  results: number
  sortField: string
  sortOrder: 'asc' | 'desc'
  /** The text of each filter, by the filter's name. Empty means no filter. */
  filters: Record<string, string>
}

const wholePage = (written: string | null): number => {
  const page = Number(written)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

export const listStateOf = (
  params: URLSearchParams,
  filterNames: readonly string[],
  results = defaultPageSize,
): ListState => ({
  page: wholePage(params.get('page')),
  results,
  sortField: params.get('sortField') ?? '',
  sortOrder: params.get('sortOrder') === 'asc' ? 'asc' : 'desc',
  filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])),
})

export const isFiltered = ({ filters }: ListState): boolean =>
  Object.values(filters).some((text) => text !== '')

export const withoutFilters = ({ filters }: ListState): ListChange => ({
  filters: Object.fromEntries(Object.keys(filters).map((name) => [name, ''])),
})

export type ListChange = Partial<Omit<ListState, 'filters'>> & { filters?: Record<string, string> }

/** The URL after a change. Any change except a new page returns to the first page. */
export const applyListChange = (params: URLSearchParams, change: ListChange): URLSearchParams => {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (change.page !== undefined && change.page > 1) next.set('page', String(change.page))
  if (change.sortField !== undefined) write(next, 'sortField', change.sortField)
  if (change.sortOrder !== undefined) next.set('sortOrder', change.sortOrder)
  if (!next.has('sortField')) next.delete('sortOrder')
  for (const [name, value] of Object.entries(change.filters ?? {})) write(next, name, value.trim())
  return next
}

const write = (params: URLSearchParams, name: string, value: string) => {
  if (value === '') params.delete(name)
  else params.set(name, value)
}

/** The query parameters of the call that loads the list, without empty values. */
export const listQueryOf = (state: ListState): Record<string, string | number> => {
  const query: Record<string, string | number> = { page: state.page, results: state.results }
  if (state.sortField !== '') {
    query.sortField = state.sortField
    query.sortOrder = state.sortOrder
  }
  for (const [name, value] of Object.entries(state.filters)) if (value !== '') query[name] = value
  return query
}

/** Pressing a header steps from unsorted to ascending, to descending, and back to unsorted. */
export const nextSort = (state: ListState, field: string): ListChange => {
  if (state.sortField !== field) return { sortField: field, sortOrder: 'asc' }
  if (state.sortOrder === 'asc') return { sortField: field, sortOrder: 'desc' }
  return { sortField: '' }
}

export const pageCount = (total: number, results = defaultPageSize): number =>
  Math.max(1, Math.ceil(total / results))

/**
 * The pages that get a button: the first, the last, the current one and the pages beside it. Null
 * stands for a gap.
 */
export const pageButtons = (page: number, pages: number): (number | null)[] => {
  const shown = [1, page - 1, page, page + 1, pages]
    .filter((candidate) => candidate >= 1 && candidate <= pages)
    .sort((a, b) => a - b)
  const buttons: (number | null)[] = []
  let previous = 0
  for (const candidate of new Set(shown)) {
    if (candidate - previous === 2) buttons.push(candidate - 1)
    else if (candidate - previous > 2) buttons.push(null)
    buttons.push(candidate)
    previous = candidate
  }
  return buttons
}
