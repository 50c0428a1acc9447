import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { backoffDelay } from '@strand/event-sourcing/async/backoff'
import { unavailable } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import { withAdvisoryLock } from '@strand/event-sourcing/postgres/advisory-lock'
import { isTransient } from '@strand/event-sourcing/postgres/errors'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'
import { prepareLogProofTables } from '@strand/log-proof/tables'
import { endVerification } from '@strand/log-proof/verification-table'
import { retractCheckpoints } from '@strand/log-proof/verify/retract'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { progressLines } from '@strand/platform/progress'
import { allProjections } from '../../start-projections.ts'
import type { VerifyArguments } from './arguments.ts'
import type { FromHashWorker, HashedLog, HashTask } from './hash-worker.ts'
import { type ReadModelVerdict, verifyReadModels } from './read-models.ts'

/** The verdict. The last line passed to `write` says it in words. */
type ShopVerdict = {
  state: 'whole' | 'wrong' | 'failed'
  events: number
  firstWrong: number | null
}

export type VerifyOptions = {
  arguments: VerifyArguments
  databaseUrl: string
  eventStoreUrl: string
  masterKey: KeyRing
  signingKeys: KeyRing
  /** `LOG_WRITER_KEY`; if it is undefined, the writers' MACs are not checked. */
  writerKey?: Buffer | undefined
  log: Log
  write: (text: string) => void
  onProgress?: (done: number, ofAbout: number) => void
  /** The id of the requested verification; undefined for one from the command line. */
  id?: string
}

/**
 * The number of connections: one for the lock, eight for the read models (all are folded at the
 * same time), and three more for read models that also read keys.
 */
const connections = 12

/**
 * If the database is down, a verification starts over: the pauses before it does, in milliseconds,
 * and the maximum number of restarts.
 */
const restarts = { first: 500, longest: 10_000, most: 10 }

/**
 * Verifies a shop's log and read models, and records the verdict in the database; see
 * docs/log-proof.md.
 *
 * @returns the exit code: 0 if everything is as it was signed, otherwise 1
 */
export const verifyShop = async (options: VerifyOptions): Promise<0 | 1> => {
  for (let failures = 1; ; failures++)
    try {
      return await verifyOnce(options)
    } catch (error) {
      if (!isTransient(error) || failures > restarts.most) throw error
      options.log.warn({ err: error }, 'a verification is starting over')
      options.write('The database was away for a moment: starting over\n')
      await sleep(backoffDelay(failures, restarts))
    }
}

const verifyOnce = async (options: VerifyOptions): Promise<0 | 1> => {
  const { databaseUrl, eventStoreUrl, log } = options
  const pool = openPool(databaseUrl, {
    log,
    name: 'strand verify',
    max: connections,
    statementTimeout: 0,
  })
  const eventStore = await openEventStore(eventStoreUrl, { log, requireDurable: false })
  let said = ''
  const write = (text: string) => {
    said = text
    options.write(text)
  }
  try {
    await prepareLogProofTables(pool)
    return await withAdvisoryLock(pool, 'strand verify', async () => {
      const { state, events, firstWrong } = await examine(
        { ...options, write },
        { pool, eventStore },
      )
      const outcome = { state, firstWrong, done: events, outcome: said.trim() }
      // After a restore, no verdict is recorded: this run only accepts the restored log.
      if (!options.arguments.afterRestore) await endVerification(pool, options.id ?? null, outcome)
      return state === 'whole' ? 0 : 1
    })
  } finally {
    await eventStore.close()
    await pool.end()
  }
}

type Opened = { pool: Pool; eventStore: EventStore }

const examine = async (options: VerifyOptions, opened: Opened): Promise<ShopVerdict> => {
  const isChecked = !options.arguments.afterRestore
  const end = new AbortController()
  // The read models are folded at the same time, on another core. Their verdict matters only if the
  // log is intact.
  const folded = isChecked ? foldReadModels(options, opened, end.signal) : Promise.resolve([])
  folded.catch(() => {})
  try {
    const hashed = await hashLog(taskOf(options), {
      signal: end.signal,
      onProgress: showHashed(options),
    })
    if (!hashed) {
      options.write('No checkpoint has been signed yet: start the shop first.\n')
      return { state: 'failed', events: 0, firstWrong: null }
    }
    const { events } = hashed
    if (!isChecked) {
      const isAccepted = await accept(options, opened.pool, hashed)
      return { state: stateOf(isAccepted), events, firstWrong: null }
    }
    const firstWrong = hashed.finding?.index ?? null
    if (firstWrong !== null) return { state: stateOf(report(options, hashed)), events, firstWrong }
    const areWhole = reportReadModels(options, await folded)
    return { state: stateOf(areWhole && report(options, hashed)), events, firstWrong: null }
  } finally {
    end.abort()
    await folded.catch(() => {})
  }
}

const taskOf = (options: VerifyOptions): HashTask => {
  const { databaseUrl, eventStoreUrl, signingKeys, writerKey, log } = options
  const { since } = options.arguments
  return {
    databaseUrl,
    eventStoreUrl,
    writerKey,
    since,
    logLevel: log.level,
    signingKeys: [...signingKeys],
  }
}

const showHashed = (options: VerifyOptions) => {
  const show = progressLines(options.write, 'events')
  return (done: number, ofAbout: number) => {
    show(done, ofAbout)
    options.onProgress?.(done, ofAbout)
  }
}

const stateOf = (isWhole: boolean) => (isWhole ? ('whole' as const) : ('wrong' as const))

const report = ({ write, writerKey }: VerifyOptions, hashed: HashedLog): boolean => {
  const { signed, events, finding, macsFrom } = hashed
  if (finding) {
    write(`Event ${finding.index}: ${finding.what}.\n`)
    return false
  }
  const { size, root, at } = signed
  if (!writerKey) write('The writers’ MACs were not checked: LOG_WRITER_KEY is not set.\n')
  else if (macsFrom === null)
    write(
      'Events without a writer’s MAC were accepted: no event says yet from which index on a MAC is required.\n',
    )
  if (events > size) write(`${events - size} newer events are not signed yet.\n`)
  write(`${size} events, root ${root}, as signed at ${at}: whole\n`)
  return true
}

const accept = async (options: VerifyOptions, pool: Pool, hashed: HashedLog) => {
  const { finding } = hashed
  if (!finding) return report(options, hashed)
  options.write(`Event ${finding.index}: ${finding.what}.\n`)
  if (finding.index === 0) {
    options.write('No checkpoint was retracted, because the checkpoints belong to another log.\n')
    return false
  }
  const retracted = await retractCheckpoints(pool, finding.index)
  options.write(
    `Retracted ${retracted === 1 ? 'one checkpoint' : `${retracted} checkpoints`} that covered more events than the log has. The shop is building the tree again; verify it afterwards.\n`,
  )
  return true
}

const foldReadModels = async (
  { masterKey, log, write }: VerifyOptions,
  { pool, eventStore }: Opened,
  signal: AbortSignal,
): Promise<ReadModelVerdict[]> => {
  const personalData = await openPersonalData({ pool, masterKey, log })
  const show = progressLines(write, 'positions of the read models')
  try {
    return await verifyReadModels({
      pool,
      eventStore,
      projections: allProjections(personalData),
      signal,
      onProgress: (position) => show(Number(position) + 1),
    })
  } finally {
    await personalData.close()
  }
}

const reportReadModels = ({ write }: VerifyOptions, verdicts: ReadModelVerdict[]): boolean => {
  for (const { name, skipped } of verdicts)
    if (skipped) write(`Read model ${name} was not compared: ${skipped}.\n`)
  const wrong = verdicts.find(({ difference }) => difference)
  if (wrong) write(`Read model ${wrong.name} is wrong: ${wrong.difference}.\n`)
  return wrong === undefined
}

/**
 * Verifies the log in a separate thread. Rejects with the thread's error, or if `signal` has ended
 * the thread.
 *
 * @returns null if nothing has been signed yet
 */
const hashLog = (
  task: HashTask,
  options: { signal: AbortSignal; onProgress: (done: number, ofAbout: number) => void },
): Promise<HashedLog | null> => {
  const { signal, onProgress } = options
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { workerData: task })
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end)
  return new Promise<HashedLog | null>((resolve, reject) => {
    worker.on('message', (message: FromHashWorker) => {
      if (message.kind === 'hashed') resolve(message.log)
      else if (message.kind === 'away')
        reject(unavailable('The event log', new Error(message.reason)))
      else onProgress(message.done, message.ofAbout)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that verifies the log has ended')))
  }).finally(() => signal.removeEventListener('abort', end))
}
