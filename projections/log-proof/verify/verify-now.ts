import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { prepareLogProofTables } from '@strand/log-proof/tables'
import {
  beginVerification,
  endAbandoned,
  endVerification,
  reportProgress,
} from '@strand/log-proof/verification-table'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import { retryUntilAvailable } from '@strand/platform/process/start-up'
import { type VerifyOptions, verifyShop } from './run.ts'

const pause = 2_000
const progressPause = 1_000
/** In seconds: a process that reports nothing for longer counts as dead. */
const patience = 60

/**
 * Runs the verifications that auditors request, one at a time, next to this process's other work.
 * If the process ends during a verification, the verification has failed, and is not restarted.
 */
export const startVerifyNow = (
  options: Omit<VerifyOptions, 'arguments' | 'write' | 'id' | 'onProgress'> & { pool: Pool },
) => {
  const { pool, log } = options
  return repeatRounds(
    async () => {
      await endAbandoned(pool, patience)
      const id = await beginVerification(pool)
      if (id !== null) await run(options, id)
      return pause
    },
    {
      log,
      failing: 'requested verifications of the log are not running',
      prepare: () => prepareLogProofTables(pool),
    },
  )
}

const run = async (options: Parameters<typeof startVerifyNow>[0], id: string): Promise<void> => {
  const { pool, log } = options
  let at = { done: 0, ofAbout: 0 }
  const beat = setInterval(() => {
    reportProgress(pool, id, at).catch((err) =>
      log.warn({ err }, 'the progress of a verification was not recorded'),
    )
  }, progressPause)
  try {
    await verifyShop({
      ...options,
      id,
      arguments: { afterRestore: false },
      write: () => {},
      onProgress: (done, ofAbout) => {
        at = { done, ofAbout }
      },
    })
  } catch (error) {
    log.warn({ err: error }, 'a verification of the log failed')
    const outcome = 'The verification could not be finished: the service’s own log says why'
    await retryUntilAvailable(
      'database',
      () =>
        endVerification(pool, id, { state: 'failed', firstWrong: null, outcome, done: at.done }),
      { log },
    )
  } finally {
    clearInterval(beat)
  }
}
