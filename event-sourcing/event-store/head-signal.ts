import type { Position } from './event-store.ts'

export type HeadSignal = {
  /** Reports a known head of the log. Reports may come late, repeatedly or out of order. */
  advanceTo: (position: Position) => void
  /** Resolves when the log has grown past `after`, or immediately if the signal is aborted. */
  waitFor: (after: Position, signal: AbortSignal) => Promise<void>
}

/** Subscriptions wait here for the log to grow. */
export const openHeadSignal = (): HeadSignal => {
  const wakers = new Set<() => void>()
  let head: Position | undefined

  return {
    advanceTo: (position) => {
      if (head !== undefined && position <= head) return
      head = position
      for (const wake of [...wakers]) wake()
    },
    waitFor: async (after, signal) => {
      while (!signal.aborted && (head === undefined || head <= after)) {
        await new Promise<void>((resolve) => {
          const wake = () => {
            wakers.delete(wake)
            signal.removeEventListener('abort', wake)
            resolve()
          }
          wakers.add(wake)
          signal.addEventListener('abort', wake)
        })
      }
    },
  }
}
