import { abortableSleep } from '../../async/abortable-sleep.ts'
import { withJitter } from '../../async/backoff.ts'
import { tryLockSession, tryLockTransaction } from '../../postgres/advisory-lock.ts'
import type { Connection } from '../../postgres/pool.ts'
import type { CheckpointKey } from './checkpoint.ts'

const lockName = ({ kind, name, version }: CheckpointKey) => `strand ${kind} ${name} ${version}`

/**
 * Waits for this processor's session lock: tries again about every `pause` milliseconds while
 * another session holds it. False if the signal was aborted first.
 */
export const waitForLock = async (
  connection: Connection,
  key: CheckpointKey,
  options: { pause: number; signal: AbortSignal; onStandby: () => void },
): Promise<boolean> => {
  while (!(await tryLockSession(connection, lockName(key), 'hashtextextended'))) {
    options.onStandby()
    await abortableSleep(withJitter(options.pause), options.signal)
    if (options.signal.aborted) return false
  }
  return true
}

/**
 * Whether no session holds the processor's lock. If true, no session can take it until the
 * transaction ends.
 */
export const lockIfFree = (connection: Connection, key: CheckpointKey): Promise<boolean> =>
  tryLockTransaction(connection, lockName(key), 'hashtextextended')
