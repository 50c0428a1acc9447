import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Asked } from '../server-state/order-changes.ts'
import type { ArchivableResource } from './archivable-resource.ts'
import type { ListState } from './list-state.ts'
import { idsAmong, type PageResult } from './use-page.ts'

type PageQuery<Row> = UseQueryResult<Asked<PageResult<Row>>>

/**
 * The row that is being edited in place. It stays on its page, with the typed text, even if the
 * reloaded page no longer contains it. `isArchived` says whether a colleague has archived it.
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
  // Checks whether the row has only moved to another page.
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
    // Makes the total large enough that the page exists for as long as it shows the edited row.
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
