import { Socket } from 'node:net'
import pg from 'pg'
import { withTimeout } from '../../async/with-timeout.ts'
import { unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { isPostgresUnavailable } from '../../postgres/errors.ts'
import { idleTimeout, type Pool } from '../../postgres/pool.ts'
import { beginning, type JsonObject, type Position, type RecordedEvent } from '../event-store.ts'

const healthTimeout = 2_000
const readTimeout = 10_000

type Row = {
  position_text: string
  stream: string
  revision: number
  id: string
  type: string
  data: JsonObject
  metadata: JsonObject
  recorded_at: Date
}

// The alias must differ from the column's name, or `order by position` would sort by the text.
const columns =
  'position::text as position_text, stream, revision, id, type, data, metadata, recorded_at'

const headSql = 'select position::text from event_log.head'

/** Reads the log with its own pool of connections. Every read times out after 10 s. */
export const openReader = (options: { url: string; log: Log }) => {
  const { pool, sockets } = openReadPool(options)

  const headPosition = async (): Promise<Position> => {
    const rows = await query<{ position: string }>(pool, headSql)
    return BigInt(rows[0]?.position ?? beginning)
  }

  return {
    pool,
    headPosition,
    readStream: async (stream: string, fromRevision = 0): Promise<RecordedEvent[]> => {
      const rows = await query<Row>(
        pool,
        `select ${columns} from event_log.event where stream = $1 and revision >= $2
         order by revision`,
        [stream, fromRevision],
        { name: 'read stream' },
      )
      return rows.map(recorded)
    },
    readAfter: async (after: Position, limit: number): Promise<RecordedEvent[]> => {
      const rows = await query<Row>(
        pool,
        `select ${columns} from event_log.event where position > $1 order by position limit $2`,
        [after, limit],
      )
      return rows.map(recorded)
    },
    health: async () => {
      try {
        await withTimeout(healthTimeout, query(pool, headSql, [], { timeout: healthTimeout }))
      } catch (error) {
        throw unavailable('The event log', error)
      }
    },
    notify: async (position: Position) => {
      await query(pool, `select pg_notify('event_log', $1)`, [String(position)])
    },
    /** Waits at most `patience` milliseconds for reads to end. */
    close: async (patience: number) => {
      await withTimeout(patience, pool.end()).catch(() => {})
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Runs one statement on a connection of the pool; a connection that fails is not used again. */
const query = async <R extends pg.QueryResultRow>(
  pool: Pool,
  sql: string,
  values: unknown[] = [],
  { timeout = readTimeout, name }: { timeout?: number; name?: string } = {},
): Promise<R[]> => {
  // Any failure to connect makes the log unavailable, even a wrong password or too many
  // connections.
  const connection = await pool.connect().catch((error) => {
    throw unavailable('The event log', error)
  })
  const config: pg.QueryConfig & { query_timeout: number } = {
    text: sql,
    values,
    query_timeout: timeout,
    ...(name && { name }),
  }
  try {
    const { rows } = await connection.query<R>(config)
    connection.release()
    return rows
  } catch (error) {
    connection.release(true)
    throw isPostgresUnavailable(error) ? unavailable('The event log', error) : error
  }
}

const openReadPool = (options: { url: string; log: Log }) => {
  const sockets = new Set<Socket>()
  const pool: Pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'strand event log, reads',
    max: 8,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleTimeout,
    statement_timeout: readTimeout,
    keepAlive: true,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
  })
  // A connection that breaks in use fails its query and also emits an error, which must have a
  // listener.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => options.log.warn({ err: error }, 'the event log lost a connection'))
  return { pool, sockets }
}

const recorded = ({
  position_text: position,
  recorded_at: recordedAt,
  ...rest
}: Row): RecordedEvent => ({
  ...rest,
  position: BigInt(position),
  recordedAt,
})
