import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { applyListChange, type ListChange, type ListState, listStateOf } from './list-state.ts'

export type ListControls = {
  state: ListState
  /** Goes to the changed list. `replace` adds no step for Back, for example during typing. */
  change: (change: ListChange, options?: { replace?: boolean }) => void
  linkTo: (change: ListChange) => string
}

/** The list that the URL describes. `filterNames` must keep its identity between renders. */
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
