import { mayWorkLater } from './catch-up-parking.ts'
import { followLog } from './catch-up-term.ts'

import { readPosition, tryLock } from './checkpoint.ts'
import { beginning } from './event-store.ts'
import { lossOf, openOwnConnection, pause, pauseAfter } from './own-connection.ts'
import { loadParked, nothingParked } from './parked.ts'
import { prepareReadModel } from './read-model.ts'
import { reasonOf, stackOf } from './reason.ts'
import type { CatchUpOptions, CatchUpState, Runner } from './runner.ts'

/** Milliseconds after which a processor of an outdated version checks again. */
const outdatedPause = 5_000

/**
 * Runs a projector or a reactor in leases. A lease is one connection: it takes the processor's
 * session lock on that connection, or stands by until it gets the lock; then it reads the
 * checkpoint and follows the log from there, committing each batch and the checkpoint in one
 * transaction on this same connection. So a lost connection loses the lock and the unfinished batch
 * together, and the next holder of the lock starts where the last commit ended. Any error ends the
 * lease; the next one begins after a pause.
 */
export const startCatchUp = (runner: Runner, options: CatchUpOptions) => {
  const label = `${runner.kind} ${runner.name}${runner.version ? ` ${runner.version}` : ''}`
  const log = options.log.child({ [runner.kind]: runner.name, version: runner.version })
  const own = openOwnConnection(options.pool, log, label)
  const stopping = new AbortController()
  const { signal } = stopping
  const state: CatchUpState = {
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
  const term = async (): Promise<number> => {
    const connection = await own.connect()
    const lost = lossOf(connection)
    try {
      await prepareReadModel(options.pool)
      while (!(await tryLock(connection, runner))) {
        state.status = 'standby'
        delete state.problem
        await pause((options.standbyPause ?? 500) * (0.8 + 0.4 * Math.random()), signal)
        if (signal.aborted) return 0
      }
      if (!runner.durable) await connection.query('set synchronous_commit = off')
      const prepared = await runner.prepare(connection)
      if ('standby' in prepared) {
        state.status = 'standby'
        state.problem = { reason: prepared.standby }
        return outdatedPause
      }
      const from = (await readPosition(connection, runner)) ?? beginning
      state.position = from
      state.building = prepared.building
      state.parked = await loadParked(connection, runner)
      // A stopped processor reports `stopped` until it gets past the event at which it stopped.
      if (state.status !== 'stopped') {
        state.status = 'running'
        delete state.problem
      }
      log.info({ position: String(from), building: state.building }, `${label} runs`)
      await followLog(runner, connection, from, state, { ...options, log, lost, signal })
      return 0
    } finally {
      connection.release(true)
    }
  }

  const run = async () => {
    let failures = 0
    while (!signal.aborted) {
      const before = { position: state.position, at: Date.now() }
      let wait = 0
      try {
        wait = await term()
      } catch (error) {
        if (state.position > before.position || Date.now() - before.at > 10_000) failures = 0
        failures++
        wait = pauseAfter(failures)
        if (mayWorkLater(error)) {
          if (state.status !== 'stopped') state.status = 'reconnecting'
          log.warn({ reason: reasonOf(error) }, `${label} begins again`)
        } else {
          state.status = 'stopped'
          state.problem = { reason: reasonOf(error) }
          log.error({ ...state.problem, stack: stackOf(error) }, `${label} cannot run`)
        }
      }
      await pause(wait, signal)
    }
    await own.end()
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
