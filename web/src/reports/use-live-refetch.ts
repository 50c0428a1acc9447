import { useEffect, useRef } from 'react'
import { useLiveOrders } from '../shared/server-state/live-orders.ts'
import { useOrderChanges } from '../shared/server-state/order-changes.ts'

/**
 * In milliseconds: the pause before a fetch after a change on the live stream, and the time between
 * two fetches while the stream is down.
 */
const shortest = 3_000
const unheard = 60_000

/**
 * Fetches again after a change on the live stream, at most once in three seconds. While the stream
 * is down, fetches once a minute. Leaves queries that have never loaded to `keepAsking`.
 */
export const useLiveRefetch = ({
  isLoadingError,
  refetch,
}: {
  isLoadingError: boolean
  refetch: () => unknown
}): void => {
  const changes = useOrderChanges()
  const { connected, newOrders } = useLiveOrders()
  const latest = useRef(refetch)
  latest.current = isLoadingError ? () => undefined : refetch
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const heard = useRef({ changes, newOrders })

  useEffect(() => {
    if (heard.current.changes === changes && heard.current.newOrders === newOrders) return
    heard.current = { changes, newOrders }
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void latest.current()
    }, shortest)
  }, [changes, newOrders])

  useEffect(() => {
    if (connected) return
    const polls = setInterval(() => void latest.current(), unheard)
    return () => clearInterval(polls)
  }, [connected])

  useEffect(() => () => clearTimeout(timer.current), [])
}
