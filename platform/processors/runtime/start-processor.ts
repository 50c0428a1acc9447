import { abortableSleep } from '../../async/abortable-sleep.ts'
import { backoffDelay, withJitter } from '../../async/backoff.ts'
import { beginning } from '../../event-store/event-store.ts'
import { connectionLoss, openDedicatedPool } from '../../postgres/dedicated-connection.ts'
import { readPosition, tryLock } from './checkpoint.ts'
import { errorSummary, stackFrames } from './error-summary.ts'
import { isRetryable } from './failure-isolation.ts'
import { followLog } from './follow-log.ts'
import { loadParked, nothingParked } from './parked-streams.ts'
import { prepareProcessorTables } from './prepare-tables.ts'
import type { Processor, ProcessorOptions, ProcessorState } from './processor.ts'

/** Milliseconds after which a processor of an outdated version checks again. */
const outdatedPause = 5_000

/**
 * Runs a projector or a reactor in leases. A lease is one connection: it takes the processor's
 * session lock on that connection, or stands by until it gets the lock; then it reads the
 * checkpoint and follows the log from there, committing each batch and the checkpoint in one
 * transaction on this same connection. So a lost connection loses the lock and the unfinished batch
 * together, and the next holder of the lock starts where the last commit ended. Any error ends the
 * lease; the next one begins after a pause. Decision 020.
 */
export const startProcessor = (processor: Processor, options: ProcessorOptions) => {
  const label = `${processor.kind} ${processor.name}${processor.version ? ` ${processor.version}` : ''}`
  const log = options.log.child({ [processor.kind]: processor.name, version: processor.version })
  const dedicatedPool = openDedicatedPool(options.pool, log, label)
  const stopping = new AbortController()
  const { signal } = stopping
  const state: ProcessorState = {
    status: 'standby',
    building: false,
    position: beginning,
    seenAt: null,
    head: beginning,
    headAt: 0,
    caughtUpAt: 0,
    parked: nothingParked,
  }

  /** Returns the milliseconds until the next lease. */
  const lease = async (): Promise<number> => {
    const connection = await dedicatedPool.connect()
    const lost = connectionLoss(connection)
    try {
      await prepareProcessorTables(options.pool)
      while (!(await tryLock(connection, processor))) {
        state.status = 'standby'
        delete state.problem
        await abortableSleep(withJitter(options.standbyPause ?? 500), signal)
        if (signal.aborted) return 0
      }
      // What is lost in a crash of Postgres is lost with its checkpoint. Decision 021.
      if (!processor.durable) await connection.query('set synchronous_commit = off')
      const prepared = await processor.prepare(connection)
      if ('standby' in prepared) {
        state.status = 'standby'
        state.problem = { reason: prepared.standby }
        return outdatedPause
      }
      const from = (await readPosition(connection, processor)) ?? beginning
      state.position = from
      state.building = prepared.building
      state.parked = await loadParked(connection, processor)
      // A stopped processor reports `stopped` until it gets past the event at which it stopped.
      if (state.status !== 'stopped') {
        state.status = 'running'
        delete state.problem
      }
      log.info({ position: String(from), building: state.building }, `${label} runs`)
      await followLog(processor, connection, from, state, { ...options, log, lost, signal })
      return 0
    } finally {
      connection.release(true)
    }
  }

  const run = async () => {
    let failures = 0
    while (!signal.aborted) {
      const leaseStart = { position: state.position, at: Date.now() }
      let wait = 0
      try {
        wait = await lease()
      } catch (error) {
        if (state.position > leaseStart.position || Date.now() - leaseStart.at > 10_000)
          failures = 0
        failures++
        wait = backoffDelay(failures)
        if (isRetryable(error)) {
          if (state.status !== 'stopped') state.status = 'reconnecting'
          log.warn({ reason: errorSummary(error) }, `${label} begins again`)
        } else {
          state.status = 'stopped'
          state.problem = { reason: errorSummary(error) }
          log.error({ ...state.problem, stack: stackFrames(error) }, `${label} cannot run`)
        }
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
