import { type Checkpoint, findMismatch, LogReplaced } from './log-identity.ts'
import type { Lease } from './processor.ts'

/**
 * Ends a lease if the log lacks events that the processor has handled. A log can only be replaced
 * during an interruption. So call `suspect` after each interruption: the next batch then waits for
 * a check.
 */
export const openLogGuard = ({
  eventStore,
  state,
  log,
}: Pick<Lease, 'eventStore' | 'state' | 'log'>) => {
  let isSuspect = true

  const check = async (reached: Checkpoint) => {
    isSuspect = true
    const mismatch = await findMismatch(eventStore, reached, await eventStore.headPosition())
    if (mismatch !== null) throw new LogReplaced(mismatch)
    isSuspect = false
    if (!state.logReplaced) return
    delete state.logReplaced
    delete state.problem
  }

  return {
    /** Throws LogReplaced. If the log is unavailable, it leaves the check to the next batch. */
    check: async (reached: Checkpoint): Promise<void> => {
      try {
        await check(reached)
      } catch (error) {
        if (error instanceof LogReplaced) throw error
        log.debug({ err: error }, 'the event log cannot be compared with the checkpoint now')
      }
    },
    /**
     * Checks before a batch if the log may have been replaced. Throws if the log is unavailable.
     */
    checkIfSuspect: async (reached: Checkpoint): Promise<void> => {
      if (isSuspect) await check(reached)
    },
    suspect: () => {
      isSuspect = true
    },
  }
}

export type LogGuard = ReturnType<typeof openLogGuard>
