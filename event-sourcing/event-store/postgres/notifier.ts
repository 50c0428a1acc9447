import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '../event-store.ts'

/** Milliseconds between two notifications of a busy log. */
const restPause = 20

/**
 * Notifies other processes after a commit: one notification at a time, with the newest position
 * only, at most 50 a second, because each costs the server and every listener a message. The first
 * one after a quiet period is sent at once. It is not part of the append: a transaction that
 * notifies holds a lock of the whole server until it has committed, so appends would wait for every
 * projection's commit, and projections for appends. A lost notification costs the other processes
 * one poll.
 */
export const openNotifier = (notify: (position: Position) => Promise<void>) => {
  let newest: Position | undefined
  let sending: Promise<void> | undefined

  const send = async () => {
    while (newest !== undefined) {
      const position = newest
      newest = undefined
      await notify(position).catch(() => {})
      await sleep(restPause)
    }
    sending = undefined
  }

  return {
    tell: (position: Position) => {
      newest = position
      sending ??= send()
    },
    idle: async () => {
      await sending
    },
  }
}
