import { setTimeout as sleep } from 'node:timers/promises'
import { backoffDelay } from '@strand/event-sourcing/async/backoff'
import { BadSetting } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import { isTransient } from '@strand/event-sourcing/postgres/errors'

const retries = { first: 200, longest: 5_000 }

/**
 * Opens a dependency of a service, and tries again while it is unavailable, so that services can
 * start in any order. Throws any other error (a bad setting, a wrong password) immediately.
 */
export const retryUntilAvailable = async <T>(
  name: string,
  open: () => Promise<T>,
  { log }: { log: Log },
): Promise<T> => {
  for (let failures = 1; ; failures++)
    try {
      return await open()
    } catch (error) {
      if (!isTransient(error)) throw error
      const again = Math.round(backoffDelay(failures, retries))
      log.warn({ dependency: name, again }, 'a dependency is unavailable; the start waits for it')
      await sleep(again)
    }
}

/**
 * Runs the code that starts a service. A bad setting ends the process with its one-sentence
 * message, any other error with its stack trace; both with code 1.
 */
export const startService = async (start: () => Promise<void>): Promise<void> => {
  try {
    await start()
  } catch (error) {
    process.stderr.write(
      error instanceof BadSetting
        ? `${error.message}\n`
        : `The start failed: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
    )
    process.exit(1)
  }
}
