import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '../event-store.ts'

/** The pause between two notifications of a busy log, in milliseconds. */
const restPause = 20

/**
 * Notifies other processes after a commit, at most 50 times a second and only of the newest
 * position, because each notification costs the server and every listener a message. The first one
 * after a quiet period is sent immediately. It is not part of the append: a transaction that
 * notifies holds a server-wide lock until it has committed, so appends would wait for every
 * projection's commit, and projections for appends. If a notification is lost, other processes
 * notice at their next poll.
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
