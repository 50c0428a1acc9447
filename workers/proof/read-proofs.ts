import { buffer } from 'node:stream/consumers'
import { firstEvent } from '@strand/contracts/event-codec'
import { referencesOfProof } from '@strand/contracts/money/matching/codes'
import { orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import type { ProofReading } from '@strand/contracts/order/proof-reading'
import { maxFileSize } from '@strand/contracts/uploads'
import { isUnavailable } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import { tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import type { PersonalKey } from '@strand/platform/crypto/key-stock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { ReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import { openTurns } from '@strand/platform/fairness/turns'
import type { FileStore } from '@strand/platform/files/open'
import type { Activity } from '@strand/platform/http/activity'
import { giveWay } from './give-way.ts'
import {
  type Charge,
  type PausableReader,
  type Reader,
  ReaderEnded,
  readerVersion,
} from './reader/reader.ts'
import {
  countTry,
  dropProof,
  forgetTry,
  isAnyWaiting,
  saveReading,
  type WaitingProof,
  waitingProofs,
} from './waiting-proofs.ts'

export type ProofReader =
  | { reader: Reader; activity?: undefined }
  | {
      reader: PausableReader
      /** Requests from people who are waiting for this process; the reader pauses for them. */
      activity: Activity
      patience?: number
    }

export type ReadProofsOptions = ProofReader & Kept

export type Kept = {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
  files: Pick<FileStore, 'read'>
  hmacsOfReference: ReferenceHmacs
  log: Log
}

/**
 * The largest file that is read, in bytes: a picture may be stored at twice the size of its upload.
 */
const maxReadableSize = 2 * maxFileSize

/** How often to look for waiting proofs, in milliseconds. */
const pause = 1_000
/** A file that has crashed the reader or this process this many times counts as unreadable. */
const maxTries = 3

/**
 * The limit on the first try, in CPU seconds. Even on a slow machine, a receipt takes a fraction of
 * this time. A file that exceeds the limit waits until all others have been read.
 */
const firstLook = { 'application/pdf': 2, 'image/png': 5, 'image/jpeg': 5 }
/**
 * The limit on the second try, in CPU seconds. A file that exceeds this limit counts as unreadable.
 */
const secondLook = 10

/**
 * Reads waiting proofs, one at a time in the whole shop, and stores the findings for command-api,
 * which appends them to the log. The networks that proofs came from take turns, according to the
 * CPU time that each has used. See decision 227.
 */
export const readProofs = (options: ReadProofsOptions): { stop: () => Promise<void> } => {
  const { pool, log } = options
  const polite = options.activity && giveWay(options.reader, options)
  const reader = polite?.reader ?? options.reader
  const turns = openTurns()
  let last = ''
  const running = repeatRounds(
    async (signal) => {
      if (!(await isAnyWaiting(pool))) {
        turns.forget()
        return pause
      }
      await polite?.turn(signal)
      const network = await readNext({ ...options, reader, turns, last }, signal)
      last = network ?? last
      return network === undefined ? pause : 0
    },
    { log, failing: 'proofs are waiting: none can be read' },
  )
  return {
    stop: async () => {
      const stopped = running.stop()
      polite?.stop()
      reader.stop()
      await stopped
    },
  }
}

/**
 * Returns the network whose proof was read; undefined if another process is reading, or nothing
 * waits.
 */
const readNext = (
  options: Kept & { reader: Reader; turns: ReturnType<typeof openTurns>; last: string },
  signal: AbortSignal,
): Promise<string | undefined> =>
  transaction(options.pool, async (connection) => {
    if (!(await tryLockTransaction(connection, 'strand proof reading'))) return undefined
    // Selects the proof on another connection: this one's transaction lasts as long as the reading,
    // and its lock on the proofs' table would hold up migrations.
    const proof = options.turns.next(await waitingProofs(options.pool, options.last))
    if (!proof) return undefined
    const turn = options.turns.begin(proof.network)
    let cost = 1
    const charge = (ms: number) => {
      cost += ms
    }
    try {
      await readOne({ ...options, charge }, proof, signal)
    } finally {
      turn.end(cost)
    }
    return proof.network
  })

const readOne = async (
  options: Kept & { reader: Reader; charge: Charge },
  proof: WaitingProof,
  signal: AbortSignal,
) => {
  const { pool, personalData, hmacsOfReference, log } = options
  await countTry(pool, proof)
  let key: PersonalKey | null = null
  let found: ProofReading | null = null
  try {
    key = await orderKey(options, proof.orderId)
    if (!key) return void (await dropProof(pool, proof))
    if (proof.tries < maxTries) found = await readFile(options, proof)
  } catch (error) {
    if (isUnavailable(error) || signal.aborted) await forgetTry(pool, proof)
    if (signal.aborted) return
    if (!(error instanceof ReaderEnded)) throw error
    const { orderId } = proof
    log.warn({ orderId, reason: error.message }, 'the proof reader ended')
    const isSecondLook = error.tookTooMuch && proof.tries > 0
    if (proof.tries + 1 < maxTries && !isSecondLook) return
  }
  await saveReading(pool, proof, {
    readerVersion,
    reading: key && found && personalData.seal(key, found),
    hmacs: found ? referencesOfProof(found).flatMap(hmacsOfReference) : [],
  })
}

/** Null if the order's personal data was erased. */
const orderKey = async ({ eventStore, personalData }: Kept, orderId: string) => {
  const stream = await eventStore.readStream(orderStream(orderId))
  if (stream.some(({ type }) => type === 'OrderPersonalDataErased')) return null
  const created = firstEvent(orderStreamEvents, 'OrderCreated', stream)
  return created ? personalData.load(created.event.data.personal.keyId) : null
}

const readFile = async (
  { files, reader, charge }: Kept & { reader: Reader; charge: Charge },
  { key, type, tries }: WaitingProof,
) => {
  const file = await files.read(key)
  if (!file) return null
  if (file.size > maxReadableSize) {
    file.stream.destroy()
    return null
  }
  const cpuSeconds = tries === 0 ? firstLook[type] : secondLook
  return reader.read({ type, bytes: await buffer(file.stream) }, cpuSeconds, charge)
}
