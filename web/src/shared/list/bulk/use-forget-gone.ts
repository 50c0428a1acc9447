import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Selection } from './use-selection.ts'

/**
 * Deselects rows that have left the list because someone archived them. Selected rows on the
 * current page are still in the list. About the others, asks the server whenever the list reloads.
 */
export const useForgetGone = (
  { ids, forget }: Selection,
  {
    queryKey,
    shown,
    stillThere,
  }: {
    /**
     * The key of the list's queries. A command that reloads the list then also repeats the query in
     * this hook.
     */
    queryKey: readonly string[]
    /** The ids on the current page; undefined while the page loads. */
    shown: readonly string[] | undefined
    /** Returns which of the ids are still in the list, on any page. */
    stillThere: (ids: string[], signal: AbortSignal) => Promise<ReadonlySet<string>>
  },
): void => {
  const onPage = new Set(shown)
  const others = shown ? [...ids].filter((id) => !onPage.has(id)) : []
  const { data } = useQuery({
    queryKey: [...queryKey, 'still-there', others],
    queryFn: ({ signal }) => stillThere(others, signal),
    enabled: others.length > 0,
    // Never uses an earlier answer, because rows may have been selected since.
    staleTime: 0,
    gcTime: 0,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer belongs to the ids that were asked about
  useEffect(() => {
    if (data) forget(others.filter((id) => !data.has(id)))
  }, [data, forget])
}
