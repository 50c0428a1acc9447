import { isTimeoutError, withTimeout } from '../../async/with-timeout.ts'
import { unavailable } from '../../errors.ts'
import { isPostgresUnavailable } from '../../postgres/errors.ts'
import type { AppendResult } from '../event-store.ts'
import { duplicateEventId, type PreparedAppend } from '../prepare-append.ts'
import { type DedicatedConnection, openConnection } from './connection.ts'

// The limits for one call of the SQL function; a single append may exceed them.
const maxEvents = 1_000
const maxBytes = 4_000_000

type QueuedAppend = {
  append: PreparedAppend
  resolve: (result: AppendResult) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

type Row = {
  outcome: 'written' | 'repeated' | 'conflict' | 'taken'
  last_position: string | null
  last_revision: number | null
}

/**
 * Group commit. If no call is in flight, an append is sent immediately. Appends that arrive during
 * a call are combined into the next call of `event_log.append`: one round trip, one commit. So a
 * single append never waits for others, and a busier log makes larger commits.
 *
 * If the connection breaks or the server is silent, the outcome of the call in flight is unknown.
 * Its callers get `Rejected('unavailable')`. If a caller sends its batch again, the log recognizes
 * it. See decision 010.
 */
export const openWriter = (options: {
  url: string
  timeout: number
  onWritten: (position: bigint) => void
}) => {
  let queue: QueuedAppend[] = []
  let connection: DedicatedConnection | undefined
  let draining: Promise<void> | undefined

  const append = (prepared: PreparedAppend) =>
    new Promise<AppendResult>((resolve, reject) => {
      const timer = setTimeout(() => {
        queue = queue.filter((waiting) => waiting.timer !== timer)
        reject(unavailable('The event log', new Error(`no answer in ${options.timeout} ms`)))
      }, options.timeout)
      queue.push({ append: prepared, resolve, reject, timer })
      draining ??= drain()
    })

  const drain = async () => {
    while (queue.length > 0) {
      const { taken, left } = takeBatch(queue)
      queue = left
      await send(taken)
    }
    draining = undefined
  }

  const send = async (batch: QueuedAppend[]): Promise<void> => {
    try {
      const rows = await call(batch.map((waiting) => waiting.append))
      for (const [n, waiting] of batch.entries()) settle(waiting, rows[n], options.onWritten)
    } catch (error) {
      const isUnavailable =
        isPostgresUnavailable(error) || isTimeoutError(error) || !connection?.isOpen()
      if (isUnavailable) connection?.cut()
      // Postgres rolled back the whole call. Send its appends one by one, so that only the bad one
      // fails.
      if (!isUnavailable && batch.length > 1) {
        for (const waiting of batch) await send([waiting])
        return
      }
      for (const waiting of batch) {
        clearTimeout(waiting.timer)
        waiting.reject(isUnavailable ? unavailable('The event log', error) : error)
      }
    }
  }

  const call = async (appends: PreparedAppend[]): Promise<Row[]> => {
    if (!connection?.isOpen()) {
      connection = undefined
      connection = await openConnection(options.url, {
        name: 'strand event log, appends',
        statementTimeout: options.timeout,
      })
    }
    const query = { name: 'append', text: appendSql, values: parametersOf(appends) }
    return (await withTimeout(options.timeout, connection.client.query<Row>(query))).rows
  }

  return {
    append,
    /** Waits at most `patience` milliseconds for accepted appends to finish. */
    close: async (patience: number) => {
      await withTimeout(patience, draining ?? Promise.resolve()).catch(() => {})
      for (const waiting of queue) {
        clearTimeout(waiting.timer)
        waiting.reject(unavailable('The event log', new Error('it was closed')))
      }
      queue = []
      connection?.cut()
    },
  }
}

/**
 * Two appends with an event id in common are never sent in the same call; most likely, a command
 * was sent twice. The second append is sent after the first has been answered, and then finds the
 * first one's events.
 */
const takeBatch = (queue: QueuedAppend[]): { taken: QueuedAppend[]; left: QueuedAppend[] } => {
  const taken: QueuedAppend[] = []
  const left: QueuedAppend[] = []
  const ids = new Set<string>()
  let bytes = 0
  for (const [n, waiting] of queue.entries()) {
    const { events } = waiting.append
    const fits = ids.size + events.length <= maxEvents && bytes + waiting.append.bytes <= maxBytes
    if (taken.length > 0 && !fits) return { taken, left: left.concat(queue.slice(n)) }
    if (events.some(({ id }) => ids.has(id))) {
      left.push(waiting)
      continue
    }
    taken.push(waiting)
    for (const { id } of events) ids.add(id)
    bytes += waiting.append.bytes
  }
  return { taken, left }
}

const settle = (
  { timer, resolve, reject }: QueuedAppend,
  row: Row | undefined,
  onWritten: (position: bigint) => void,
): void => {
  clearTimeout(timer)
  const revision = row?.last_revision ?? -1
  if (!row) reject(new Error('The event log gave no answer to an append'))
  else if (row.outcome === 'taken') reject(duplicateEventId())
  else if (row.outcome === 'conflict') resolve({ ok: false, actual: revision })
  else {
    const position = BigInt(row.last_position ?? -1)
    if (row.outcome === 'written') onWritten(position)
    resolve({ ok: true, position, revision, repeated: row.outcome === 'repeated' })
  }
}

const appendSql = 'select * from event_log.append($1, $2, $3, $4, $5, $6, $7, $8)'

const parametersOf = (appends: PreparedAppend[]): unknown[] => {
  const streams = [...new Set(appends.map(({ stream }) => stream))]
  const numbers = new Map(streams.map((stream, n) => [stream, n + 1]))
  const events = appends.flatMap((append) => append.events)
  return [
    streams,
    appends.map(({ stream }) => numbers.get(stream)),
    appends.map(({ expected }) =>
      expected === 'any' ? -2 : expected === 'no-stream' ? -1 : expected,
    ),
    appends.map((append) => append.events.length),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => data),
    events.map(({ metadata }) => metadata),
  ]
}
