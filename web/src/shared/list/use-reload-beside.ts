import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Reloads a list when the counts beside it change, so that the rows and the counts do not
 * contradict each other. The reload waits until the pointer has left the list, so that no row moves
 * under it.
 */
export const useReloadBeside = (
  { refetch }: Pick<UseQueryResult, 'refetch'>,
  counts: object | undefined,
): void => {
  const now = counts && JSON.stringify(counts)
  const seen = useRef(now)
  useEffect(() => {
    const isNew = seen.current !== undefined && now !== seen.current
    seen.current = now
    if (!isNew) return
    // Joins a reload that is already running, as after the user's own command.
    const reload = () => void refetch({ cancelRefetch: false })
    const hovered = document.querySelector('.list-view:hover')
    if (!hovered) return reload()
    hovered.addEventListener('pointerleave', reload, { once: true })
    return () => hovered.removeEventListener('pointerleave', reload)
  }, [now, refetch])
}
