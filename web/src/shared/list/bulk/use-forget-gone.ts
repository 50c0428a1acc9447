import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Selection } from './use-selection.ts'

/**
 * Deselects rows that have left the list because someone archived them. Rows on the current page
 * are certainly in the list; for the others, asks the server whenever the list reloads.
 */
export const useForgetGone = (
  { ids, forget }: Selection,
  {
    queryKey,
    shown,
    stillThere,
  }: {
    /** The list's key: a command that reloads the list also repeats this query. */
    queryKey: readonly string[]
    /** The ids on the page; undefined while it loads. */
    shown: readonly string[] | undefined
    /** Returns the ids that are in the list now, on any page. */
    stillThere: (ids: string[], signal: AbortSignal) => Promise<ReadonlySet<string>>
  },
): void => {
  const onPage = new Set(shown)
  const others = shown ? [...ids].filter((id) => !onPage.has(id)) : []
  const { data } = useQuery({
    queryKey: [...queryKey, 'still-there', others],
    queryFn: ({ signal }) => stillThere(others, signal),
    enabled: others.length > 0,
    // An earlier answer does not cover rows that were selected after it.
    staleTime: 0,
    gcTime: 0,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer belongs to the ids that were asked about
  useEffect(() => {
    if (data) forget(others.filter((id) => !data.has(id)))
  }, [data, forget])
}
