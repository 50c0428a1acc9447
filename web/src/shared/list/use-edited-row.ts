import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Asked } from '../server-state/order-changes.ts'
import type { ArchivableResource } from './archivable-resource.ts'
import type { ListState } from './list-state.ts'
import { idsAmong, type PageResult } from './use-page.ts'

type PageQuery<Row> = UseQueryResult<Asked<PageResult<Row>>>

/**
 * The row that is edited in place. The row stays on its page with the typed text, even if the list
 * no longer has it there. `isArchived`: a colleague has archived the row.
 */
export const useEditedRow = <Row>(
  { queryKey, idOf, lists }: ArchivableResource<Row>,
  query: PageQuery<Row>,
  state: ListState,
  tab: 'active' | 'archived',
) => {
  const page = JSON.stringify([tab, state])
  const [edited, setEdited] = useState<{ row: Row; place: number; page: string } | null>(null)
  const id = edited && idOf(edited.row)
  const { data, isPlaceholderData } = query
  const rows = data?.data ?? []
  const isMissing =
    data !== undefined &&
    !isPlaceholderData &&
    edited?.page === page &&
    rows.every((row) => idOf(row) !== id)
  // The row may have moved to another page.
  const { data: stillThere } = useQuery({
    queryKey: [...queryKey, 'edited', id],
    queryFn: ({ signal }) => idsAmong(lists.active, idOf)([id ?? ''], signal),
    enabled: isMissing,
    staleTime: 0,
    gcTime: 0,
  })
  const withRow = () => {
    if (!isMissing) return query
    const { row, place } = edited
    const shown = [...rows.slice(0, place), row, ...rows.slice(place)]
    // The page must exist while it contains the edited row.
    const total = Math.max(data.total, (state.page - 1) * state.results + 1)
    return { ...query, data: { ...data, data: shown, total } } as PageQuery<Row>
  }
  return {
    id,
    edit: (rowId: string) => {
      const place = rows.findIndex((row) => idOf(row) === rowId)
      const row = rows[place]
      if (row) setEdited({ row, place, page })
    },
    close: () => setEdited(null),
    query: withRow(),
    isArchived: isMissing && stillThere?.has(id ?? '') === false,
  }
}
