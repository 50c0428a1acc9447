import type { Log } from '@strand/event-sourcing/log'
import { tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'

type Options = { pool: Pool; log: Log; firstMs?: number; everyMs?: number }

/**
 * `run` must end soon after `signal` is aborted, however much there is to do, and continue in the
 * next round.
 */
type ScheduledTask<Given> = {
  name: string
  run: (given: Given & { signal: AbortSignal }) => Promise<unknown>
}

const minute = 60_000

/**
 * Runs the tasks with `given` one after the other, a minute after startup and then every `everyMs`
 * (default: one hour). One process at a time runs them; the others skip the round. A failed task is
 * logged, and retried in the next round. `stop` aborts the current round and waits for its end.
 */
export const startScheduledTasks = <Given extends Options>(
  tasks: ScheduledTask<Given>[],
  given: Given,
): { stop: () => Promise<void> } => {
  const { pool, log, firstMs = minute, everyMs = 60 * minute } = given
  let timer: NodeJS.Timeout
  let round: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const { signal } = stopping

  const runAll = async () => {
    for (const { name, run } of tasks) {
      if (signal.aborted) return
      await run({ ...given, signal }).catch((err) =>
        log.warn({ err, task: name }, 'a scheduled task failed'),
      )
    }
  }
  const runUnderLock = () =>
    transaction(pool, async (connection) => {
      if (await tryLockTransaction(connection, 'strand command-api chores')) await runAll()
    })
  const schedule = (delay: number) => {
    timer = setTimeout(() => {
      round = runUnderLock()
        .catch((err) => log.warn({ err }, 'a round of scheduled tasks failed'))
        .finally(() => {
          if (!signal.aborted) schedule(everyMs)
        })
    }, delay)
    timer.unref()
  }
  schedule(firstMs)

  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}
