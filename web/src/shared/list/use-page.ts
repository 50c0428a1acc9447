import { maxPageSize, type Page } from '@strand/contracts/list'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { ListEndpoint } from '../api/endpoint-call.ts'
import { type Asked, asked } from '../server-state/order-changes.ts'
import { type ListState, listQueryOf, pageCount } from './list-state.ts'

export const pageKey = (key: readonly string[], { path }: { path: string }, state: ListState) => [
  ...key,
  path,
  listQueryOf(state),
]

export type PageResult<Row> = Page<Row>['result']

/**
 * Loads one page of a staff list. While another page of the same list loads, the current rows stay
 * on the screen. While another list loads, they do not.
 */
export const usePage = <Row>(
  key: readonly string[],
  endpoint: ListEndpoint<Row>,
  state: ListState,
): UseQueryResult<Asked<PageResult<Row>>> => {
  const query = listQueryOf(state)
  const { path } = endpoint
  return useQuery({
    queryKey: pageKey(key, endpoint, state),
    queryFn: ({ signal }) => asked(async () => (await call(endpoint, { query, signal })).result),
    placeholderData: (previousData, previousQuery) =>
      previousQuery?.queryKey[key.length] === path ? previousData : undefined,
  })
}

/**
 * Returns a function that finds which of the given ids are in a list, regardless of filters. It
 * reads the list's pages until it has found all of them.
 */
export const idsAmong =
  <Row>(endpoint: ListEndpoint<Row>, idOf: (row: Row) => string) =>
  async (wanted: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> => {
    const found = new Set<string>()
    for (let page = 1, pages = 1; page <= pages && found.size < wanted.length; page++) {
      const query = { page, results: maxPageSize }
      const { data, total } = (await call(endpoint, { query, signal })).result
      for (const id of data.map(idOf)) if (wanted.includes(id)) found.add(id)
      pages = pageCount(total, maxPageSize)
    }
    return found
  }
