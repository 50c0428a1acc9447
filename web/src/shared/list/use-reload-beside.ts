import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Reloads a list when the polled counts beside it change, so that its rows do not contradict the
 * counts. No row moves under the pointer: the reload waits until the pointer has left the list.
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
    // After the user's own command, the list is already reloading.
    const reload = () => void refetch({ cancelRefetch: false })
    const hovered = document.querySelector('.list-view:hover')
    if (!hovered) return reload()
    hovered.addEventListener('pointerleave', reload, { once: true })
    return () => hovered.removeEventListener('pointerleave', reload)
  }, [now, refetch])
}
