import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Selection } from './use-selection.ts'

/**
 * Deselects the rows that left the list: somebody archived them, here or elsewhere. Rows on the
 * page are there; about the other selected rows it asks, whenever the list itself is loaded again.
 */
export const useForgetGone = (
  { ids, forget }: Selection,
  {
    queryKey,
    shown,
    stillThere,
  }: {
    /** The list's own key, so that a command that changes the list asks again. */
    queryKey: readonly string[]
    /** The ids on the page; undefined while it loads. */
    shown: readonly string[] | undefined
    /** Those of these ids that are in the list now, on whichever page. */
    stillThere: (ids: string[], signal: AbortSignal) => Promise<ReadonlySet<string>>
  },
): void => {
  const onPage = new Set(shown)
  const others = shown ? [...ids].filter((id) => !onPage.has(id)) : []
  const { data } = useQuery({
    queryKey: [...queryKey, 'still-there', others],
    queryFn: ({ signal }) => stillThere(others, signal),
    enabled: others.length > 0,
    // An earlier answer says nothing about rows that were selected since.
    staleTime: 0,
    gcTime: 0,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer names the ids it is about
  useEffect(() => {
    if (data) forget(others.filter((id) => !data.has(id)))
  }, [data, forget])
}
