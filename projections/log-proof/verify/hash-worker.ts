import { parentPort, workerData } from 'node:worker_threads'
import { type Log, openLog } from '@strand/event-sourcing/log'
import { isTransient } from '@strand/event-sourcing/postgres/errors'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { signerOf } from '@strand/log-proof/note'
import type { Finding } from '@strand/log-proof/verify/options'
import {
  type StoredLog,
  storedInEventStore,
  storedInPostgres,
} from '@strand/log-proof/verify/stored-events'
import { type LogVerdict, verifyLog } from '@strand/log-proof/verify/verify-log'
import { writerKeyOf } from '@strand/log-proof/writer-mac'
import { forEachKey, keyRing } from '@strand/platform/crypto/key-ring'
import { isPostgresUrl } from '@strand/platform/postgres/is-postgres-url'
import { openEventStore } from '@strand/platform/process/open-event-store'

export type HashTask = {
  databaseUrl: string
  eventStoreUrl: string
  /** `LOG_SIGNING_KEY`; the current key comes first. */
  signingKeys: [Uint8Array, ...Uint8Array[]]
  writerKey: Uint8Array | undefined
  since: string | undefined
  logLevel: string
}

/**
 * The part of `verifyLog`'s result that the main thread needs, as plain values that threads can
 * exchange.
 */
export type HashedLog = {
  events: number
  finding: Finding | null
  macsFrom: number | null
  /** The last checkpoint: the number of events, the root in Base64, and the time (ISO 8601). */
  signed: { size: number; root: string; at: string }
}

export type FromHashWorker =
  | { kind: 'progress'; done: number; ofAbout: number }
  /** Null if nothing has been signed yet. */
  | { kind: 'hashed'; log: HashedLog | null }
  /**
   * The log or the database does not answer. This is a message, because errors lose their class
   * between threads.
   */
  | { kind: 'away'; reason: string }

const send = (message: FromHashWorker) => parentPort?.postMessage(message)

const open = (url: string, log: Log) =>
  openPool(url, { log, name: 'strand verify', max: 2, statementTimeout: 0 })

const openStoredLog = async (
  url: string,
  log: Log,
): Promise<{ log: StoredLog; close: () => Promise<void> }> => {
  if (isPostgresUrl(url)) {
    const pool = open(url, log)
    return { log: storedInPostgres(pool), close: () => pool.end() }
  }
  const eventStore = await openEventStore(url, { log, requireDurable: false })
  return { log: storedInEventStore(eventStore), close: () => eventStore.close() }
}

const hash = async (task: HashTask): Promise<LogVerdict | null> => {
  const log = openLog('verify', task.logLevel)
  const [newest, ...older] = task.signingKeys
  const signingKeys = keyRing(Buffer.from(newest), ...older.map((key) => Buffer.from(key)))
  const pool = open(task.databaseUrl, log)
  const stored = await openStoredLog(task.eventStoreUrl, log)
  try {
    return await verifyLog({
      pool,
      log: stored.log,
      since: task.since,
      writerKey: task.writerKey && writerKeyOf(Buffer.from(task.writerKey)),
      keysOf: (origin) => forEachKey(signingKeys, (key) => signerOf(origin, key)),
      onProgress: (done, ofAbout) => send({ kind: 'progress', done, ofAbout }),
    })
  } finally {
    await stored.close()
    await pool.end()
  }
}

const toldOf = ({ events, finding, macsFrom, signed }: LogVerdict): HashedLog => {
  const { size, signedAt } = signed.newest
  const root = signed.checkpoints.findLast((checkpoint) => checkpoint.size === size)?.root
  return {
    events,
    finding,
    macsFrom,
    signed: {
      size: root ? size : 0,
      root: root?.toString('base64') ?? '',
      at: signedAt.toISOString(),
    },
  }
}

try {
  const verdict = await hash(workerData as HashTask)
  send({ kind: 'hashed', log: verdict && toldOf(verdict) })
} catch (error) {
  if (!isTransient(error)) throw error
  send({ kind: 'away', reason: error instanceof Error ? error.message : String(error) })
}
