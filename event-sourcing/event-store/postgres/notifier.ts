import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '../event-store.ts'

/** The minimum pause between two notifications, in milliseconds. */
const restPause = 20

/**
 * Notifies other processes of the newest position after commits. After a quiet period, sends the
 * first notification immediately. Otherwise, sends at most 50 a second, because the server must
 * deliver each one to every listener.
 *
 * Notifying is not part of the append. A transaction that notifies holds a server-wide lock until
 * it has committed, so appends and projections would wait for each other's commits. If a
 * notification is lost, other processes notice the change when they next poll.
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
