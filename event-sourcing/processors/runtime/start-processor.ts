import { abortableSleep } from '../../async/abortable-sleep.ts'
import { backoffDelay } from '../../async/backoff.ts'
import { beginning } from '../../event-store/event-store.ts'
import { openDedicatedPool } from '../../postgres/dedicated-connection.ts'
import { errorSummary, stackFrames } from './error-summary.ts'
import { isRetryable } from './failure-isolation.ts'
import { holdLease } from './lease.ts'
import { LogReplaced } from './log-identity.ts'
import { transition } from './mode.ts'
import { nothingParked } from './parked-streams.ts'
import type { Processor, ProcessorOptions, ProcessorState } from './processor.ts'

/** A lease of at least this many milliseconds was good: the next failure counts as the first. */
const goodLease = 10_000

/**
 * Runs a projector, a reactor or a follower in leases (`lease.ts`). Any error ends a lease; the
 * next lease begins after a pause.
 */
export const startProcessor = (processor: Processor, options: ProcessorOptions) => {
  const { kind, name, version } = processor
  const label = `${kind} ${name}${version ? ` ${version}` : ''}`
  const log = options.log.child({ [kind]: name, version })
  const dedicatedPool = openDedicatedPool(options.pool, log, label)
  const stopping = new AbortController()
  const { signal } = stopping
  const state: ProcessorState = {
    mode: 'standby',
    position: beginning,
    seenAt: null,
    head: beginning,
    headAt: 0,
    caughtUpAt: 0,
    parked: nothingParked,
  }

  const reportFailure = (error: unknown) => {
    const isReplaced = error instanceof LogReplaced
    const reason = isReplaced ? error.message : errorSummary(error)
    if (isReplaced) state.logReplaced = true
    if (isRetryable(error)) {
      transition(state, 'reconnecting')
      log.warn({ reason, passing: true }, `${label} is starting over`)
    } else {
      transition(state, 'reconnecting', reason)
      log.error({ reason, stack: stackFrames(error) }, `${label} cannot run`)
    }
  }

  const run = async () => {
    let failures = 0
    while (!signal.aborted) {
      const begun = { position: state.position, at: Date.now() }
      let wait = 0
      try {
        wait = await holdLease(dedicatedPool, { ...options, processor, state, log, signal })
      } catch (error) {
        if (state.position > begun.position || Date.now() - begun.at > goodLease) failures = 0
        wait = backoffDelay(++failures)
        reportFailure(error)
      }
      await abortableSleep(wait, signal)
    }
    await dedicatedPool.end()
  }
  const running = run()

  return {
    state: () => state,
    /** Finishes the current batch. Never rejects. */
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
