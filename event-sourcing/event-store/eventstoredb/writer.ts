import { randomUUID } from 'node:crypto'
import { jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import { openKeyedMutex } from '../../async/mutex.ts'
import { Rejected, unavailable } from '../../errors.ts'
import type { AppendResult, Position } from '../event-store.ts'
import type { PreparedAppend } from '../prepare-append.ts'
import type { EventStoreConnection } from './connection.ts'
import { appendLimitIn, isServerTimeout } from './errors.ts'
import { type CachedStream, openEventIdCache } from './event-id-cache.ts'
import { attemptOf, positionOf, withAttempt } from './events.ts'
import type { openEventStoreReader } from './reader.ts'

type Reader = Pick<ReturnType<typeof openEventStoreReader>, 'readStream'>

/** An append in progress. `attempt` marks its events, and `until` is its deadline. */
type Attempt = PreparedAppend & { attempt: string; until: number }

/**
 * Appends to EventStoreDB exactly as the port demands, which the server alone does not do:
 *
 * - The server recognizes a repeated batch only at the revision that the append expected, and for
 *   `any` only as long as it remembers the batch. Therefore every append names an exact revision
 *   (for `any`, the last one read), and is sent only after the ids of the stream's events up to
 *   that revision are known. The ids are remembered, so a caller that has just read the stream (as
 *   every command does) needs no second read.
 * - The server gives the same answer to an append and to its repetition. Therefore each append
 *   marks its events and reads the last one back: the mark says which append wrote it. The same
 *   read tells whether an append that timed out on the server was written.
 * - The server silently drops a repetition that overtakes its original. Therefore a process runs
 *   the appends to a stream one at a time. If two processes append the same batch at once, the
 *   server times out the dropped append, and a read then finds the events of the other one.
 */
export const openEventStoreWriter = (options: {
  connection: EventStoreConnection
  reader: Reader
  timeout: number
  onWritten: (position: Position) => void
}) => {
  const { connection, reader } = options
  const streams = openEventIdCache()
  const mutex = openKeyedMutex()

  const append = async (attempt: Attempt): Promise<AppendResult> => {
    const cached = streams.of(attempt.stream)
    const { expected } = attempt
    if (expected === 'any') await refresh(attempt, cached)
    else if (expected !== 'no-stream' && cached.revision() < expected)
      await refresh(attempt, cached)
    for (;;) {
      const location = cached.locate(idsOf(attempt))
      if (location.where === 'complete') return await answer(reader, attempt, location.revision)
      if (location.where === 'partial') return conflict(await refresh(attempt, cached))
      const revision = expected === 'any' ? cached.revision() : expected
      const outcome = await send(connection, attempt, revision)
      if (outcome.written) return await answer(reader, attempt, outcome.revision)
      const actual = await refresh(attempt, cached)
      const isAbsent = cached.locate(idsOf(attempt)).where === 'absent'
      if (outcome.unknown && isAbsent) throw unavailable('The event log', outcome.unknown)
      if (isAbsent && expected !== 'any') return conflict(actual)
    }
  }

  /** Reads the events that were added to the stream, and returns the stream's last revision. */
  const refresh = async (attempt: Attempt, cached: CachedStream): Promise<number> => {
    cached.add(await read(reader, attempt, cached.revision() + 1))
    return cached.revision()
  }

  return {
    append: async (prepared: PreparedAppend): Promise<AppendResult> => {
      const until = performance.now() + options.timeout
      const attempt = { ...prepared, attempt: randomUUID(), until }
      const result = await mutex.runExclusive(prepared.stream, () => append(attempt))
      if (result.ok) options.onWritten(result.position)
      return result
    },
    /**
     * Reads a stream's events, and remembers their ids for the append that will probably follow.
     */
    readStream: async (stream: string) => {
      const cached = streams.of(stream)
      const atLeast = cached.revision()
      const raws = await reader.readStream(stream, 0)
      if (raws.length <= atLeast) {
        throw unavailable('The event log', new Error('a read was cut short'))
      }
      cached.add(raws)
      return raws
    },
    idle: mutex.idle,
  }
}

const read = (reader: Reader, attempt: Attempt, from: number, maxCount?: number) =>
  reader.readStream(attempt.stream, from, {
    timeout: timeLeft(attempt),
    ...(maxCount !== undefined && { maxCount }),
  })

/**
 * Reads the batch's last event back. Its mark says whether this append or an earlier one wrote it.
 */
const answer = async (
  reader: Reader,
  attempt: Attempt,
  revision: number,
): Promise<AppendResult> => {
  const [last] = await read(reader, attempt, revision, 1)
  if (last?.id !== attempt.events.at(-1)?.id || !last) {
    throw unavailable('The event log', new Error('a read was cut short'))
  }
  const repeated = attemptOf(last) !== attempt.attempt
  return { ok: true, position: positionOf(last), revision, repeated }
}

type Outcome = { written: true; revision: number } | { written: false; unknown?: Error }

const send = async (
  connection: EventStoreConnection,
  attempt: Attempt,
  revision: number | 'no-stream',
): Promise<Outcome> => {
  const timeout = timeLeft(attempt)
  try {
    return await connection.call(timeout, async (client) => {
      const result = await client.appendToStream(attempt.stream, eventsOf(attempt), {
        expectedRevision: revision === 'no-stream' || revision < 0 ? NO_STREAM : BigInt(revision),
        requiresLeader: true,
        // The server's deadline is later than our own timeout, so that our timeout, which
        // distinguishes a silent server from a busy one, comes first.
        deadline: timeout + 200,
      })
      return { written: true, revision: Number(result.nextExpectedRevision) }
    })
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return { written: false }
    const limit = appendLimitIn(error)
    if (limit !== null) {
      throw new RangeError(
        `An append of ${attempt.bytes} bytes is more than EventStoreDB takes: its MaxAppendSize is ${limit}`,
      )
    }
    if (error instanceof Rejected && isServerTimeout(error.cause)) {
      return { written: false, unknown: error }
    }
    throw error
  }
}

const conflict = (actual: number): AppendResult => ({ ok: false, actual })

const idsOf = ({ events }: PreparedAppend) => events.map(({ id }) => id)

const eventsOf = ({ events, attempt }: Attempt) =>
  events.map(({ id, type, data, metadata }) =>
    jsonEvent({ id, type, data: JSON.parse(data), metadata: withAttempt(metadata, attempt) }),
  )

const timeLeft = ({ until }: Attempt): number => {
  const left = until - performance.now()
  if (left > 1) return left
  throw unavailable(
    'The event log',
    new Error('an append waited too long for earlier appends to its stream'),
  )
}
