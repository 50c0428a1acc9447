import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'
import { isTransient, pauseAfter } from './own-connection.ts'

/**
 * Opens what a service needs as soon as it can be reached, however long that takes: the parts of a
 * house start in any order. Every other error, such as a wrong password, passes through.
 */
export const untilAvailable = async <T>(
  what: string,
  log: Log,
  open: () => Promise<T>,
): Promise<T> => {
  for (let failures = 1; ; failures++)
    try {
      return await open()
    } catch (error) {
      if (!isTransient(error)) throw error
      if (failures % 10 === 1) log.warn({ err: error }, `waiting for ${what}`)
      await sleep(pauseAfter(failures))
    }
}
