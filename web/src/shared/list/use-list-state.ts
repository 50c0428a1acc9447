import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { applyListChange, type ListChange, type ListState, listStateOf } from './list-state.ts'

export type ListControls = {
  state: ListState
  /**
   * Changes the list's URL. With `replace`, Back skips the previous state; this is for changes
   * during typing.
   */
  change: (change: ListChange, options?: { replace?: boolean }) => void
  linkTo: (change: ListChange) => string
}

/**
 * The state of the list in the URL, and functions that change it. `filterNames` must be the same
 * array in every render.
 */
export const useListState = (filterNames: readonly string[], results?: number): ListControls => {
  const [params, setParams] = useSearchParams()
  const state = useMemo(
    () => listStateOf(params, filterNames, results),
    [params, filterNames, results],
  )
  const change = useCallback<ListControls['change']>(
    (wanted, options) => setParams((previous) => applyListChange(previous, wanted), options ?? {}),
    [setParams],
  )
  const linkTo = useCallback(
    (wanted: ListChange) => `?${applyListChange(params, wanted)}`,
    [params],
  )
  return { state, change, linkTo }
}
