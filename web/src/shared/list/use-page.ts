import type { Page } from '@strand/contracts/list'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { ListEndpoint } from '../api/endpoint-call.ts'
import { type ListState, listQueryOf } from './list-state.ts'

export type PageResult<Row> = Page<Row>['result']

/**
 * One page of a staff list. While another page of the same list loads, the current page stays;
 * another list's rows never do.
 */
export const usePage = <Row>(
  key: readonly string[],
  endpoint: ListEndpoint<Row>,
  state: ListState,
): UseQueryResult<PageResult<Row>> => {
  const query = listQueryOf(state)
  const { path } = endpoint
  return useQuery({
    queryKey: [...key, path, query],
    queryFn: async ({ signal }) => (await call(endpoint, { query, signal })).result,
    placeholderData: (previousData, previousQuery) =>
      previousQuery?.queryKey[key.length] === path ? previousData : undefined,
  })
}
