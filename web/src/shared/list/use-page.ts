import { type Page, pageOf } from '@strand/contracts/list'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { get } from '../api/client.ts'
import { type ListState, listQueryOf } from './list-state.ts'

export type PageResult<Row> = Page<Row>['result']

/**
 * One page of a staff list. While another page of the same list loads, the current page stays;
 * another list's rows never do.
 */
export const usePage = <Row extends z.ZodType>(
  key: readonly string[],
  row: Row,
  path: string,
  state: ListState,
): UseQueryResult<PageResult<z.infer<Row>>> => {
  const query = listQueryOf(state)
  return useQuery({
    queryKey: [...key, path, query],
    queryFn: async ({ signal }) => {
      const { result } = await get(pageOf(row), path, { query, signal })
      return result as PageResult<z.infer<Row>>
    },
    placeholderData: (previousData, previousQuery) =>
      previousQuery?.queryKey[key.length] === path ? previousData : undefined,
  })
}
