import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { findReplaced, readCheckpoints } from '@strand/event-sourcing/processors/report'

/** Milliseconds for which a log that was found to be the right one counts as that. */
const trustedFor = 10_000

/**
 * The same event log; it takes nothing while it does not hold what a reactor has passed. It is
 * older than the database then, or another shop's: its events would be gone once `EVENT_STORE_URL`
 * is right. Looked for at the first append, and at most every 10 s. An append throws
 * `Rejected('unavailable')` meanwhile, and what the database or the log throw while they are away.
 */
export const guardAppends = (eventStore: EventStore, pool: Pool): EventStore => {
  let trustedUntil = 0
  let checking: Promise<void> | undefined

  const check = async () => {
    const reactors = (await readCheckpoints(pool)).filter(({ kind }) => kind === 'reaction')
    // The head is asked for afterwards: meanwhile both may have moved on.
    const head = await eventStore.headPosition()
    for (const { problem } of await findReplaced(reactors, eventStore, head))
      if (problem)
        throw new Rejected('unavailable', 'The shop is being repaired, please try again later', {
          retryAfter: 30,
          cause: new Error(problem.reason),
        })
    trustedUntil = performance.now() + trustedFor
  }

  return {
    ...eventStore,
    append: async (...append) => {
      if (performance.now() > trustedUntil) {
        checking ??= check().finally(() => {
          checking = undefined
        })
        await checking
      }
      return eventStore.append(...append)
    },
  }
}
