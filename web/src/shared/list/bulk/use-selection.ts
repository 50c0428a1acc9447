import { useCallback, useEffect, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  /** Selects all of these rows or, if all of them are already selected, deselects them. */
  toggleAll: (ids: string[]) => void
  set: (ids: string[]) => void
  forget: (ids: readonly string[]) => void
}

/** The selected rows. They stay selected when the page changes, but not when the list does. */
export const useSelection = (list: string): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is emptied when the list changes
  useEffect(() => {
    setIds(new Set())
  }, [list])
  const toggle = useCallback(
    (id: string) =>
      setIds((previous) => {
        const next = new Set(previous)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const toggleAll = useCallback(
    (shown: string[]) =>
      setIds((previous) => {
        const next = new Set(previous)
        const all = shown.every((id) => previous.has(id))
        for (const id of shown) {
          if (all) next.delete(id)
          else next.add(id)
        }
        return next
      }),
    [],
  )
  const set = useCallback((wanted: string[]) => setIds(new Set(wanted)), [])
  const forget = useCallback(
    (gone: readonly string[]) =>
      setIds((previous) => {
        const next = new Set(previous)
        for (const id of gone) next.delete(id)
        return next.size < previous.size ? next : previous
      }),
    [],
  )
  return { ids, toggle, toggleAll, set, forget }
}
