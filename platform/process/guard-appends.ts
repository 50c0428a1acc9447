import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { findReplaced, readCheckpoints } from '@strand/event-sourcing/processors/report'

/** How many milliseconds a check of the log stays valid. */
const trustedFor = 10_000

/**
 * Wraps the event log so that it refuses appends if it lacks events that a reactor has passed. Such
 * a log is older than the database or belongs to another shop, and new events would be lost once
 * `EVENT_STORE_URL` is corrected. The log is checked at the first append, and later at most every
 * 10 s. An append to a wrong log throws `Rejected('unavailable')`; if the database or the log does
 * not answer, it throws their error.
 */
export const guardAppends = (eventStore: EventStore, pool: Pool): EventStore => {
  let trustedUntil = 0
  let checking: Promise<void> | undefined

  const check = async () => {
    const reactors = (await readCheckpoints(pool)).filter(({ kind }) => kind === 'reaction')
    // Read the head after the checkpoints: both may have moved in the meantime.
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
