import { unavailable } from '@strand/event-sourcing/errors'
import { isForbidden, notMigrated } from '@strand/event-sourcing/postgres/migrate'
import {
  assertSchemaCompatibility,
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  LATEST_SCHEMA_VERSION,
  runMigrations,
} from 'bullmq'
import pg from 'pg'

/** The name of BullMQ's own schema in Postgres, and the prefix of its keys in Redis. */
export const queueSchema = 'queue'

export type QueueBackend = {
  factory: BackendFactory<IQueueBackend, object>
  connection: (use: 'producer' | 'worker') => object
}

/**
 * Chooses BullMQ's backend by the URL's scheme. Pass its factory to every queue and worker:
 * BullMQ's default is one kind of backend for the whole process.
 */
export const queueBackend = async (url: string): Promise<QueueBackend> => {
  const parsed = new URL(url)
  if (parsed.protocol === 'redis:' || parsed.protocol === 'rediss:') return redisBackend(parsed)
  await makeQueueTables(url)
  return {
    factory: createPostgresBackend as BackendFactory<IQueueBackend, object>,
    connection: (use) => ({
      connectionString: url,
      schema: queueSchema,
      max: use === 'producer' ? 2 : 4,
      connectionTimeoutMillis: 5_000,
      application_name: `strand queue ${use}`,
      Client: ClientWithErrorListener,
    }),
  }
}

// BullMQ 6.7 checks its tables with a client without an error listener, so a connection that is
// lost at that moment would crash the process. With this listener, only the query fails.
class ClientWithErrorListener extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => {})
  }
}

const redisBackend = (url: URL): QueueBackend => {
  const redis = {
    host: url.hostname,
    port: Number(url.port || 6379),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db: Number(url.pathname.slice(1) || 0),
    tls: url.protocol === 'rediss:' ? {} : undefined,
    retryStrategy: (tries: number) => Math.min(tries * 100, 2_000),
  }
  return {
    factory: createRedisBackend as BackendFactory<IQueueBackend, object>,
    // A producer's caller waits for an answer; a worker waits for Redis for as long as necessary.
    connection: (use) => ({ ...redis, maxRetriesPerRequest: use === 'producer' ? 2 : null }),
  }
}

/**
 * Creates the queue's tables, or migrates them to this release. Must run before any worker starts:
 * a worker without tables loops without a pause (BullMQ 6.7). Throws `Rejected('unavailable')` if
 * Postgres is unavailable, and BadSetting if the role lacks the rights for this.
 *
 * @param session.options command-line options of the session, such as `-c role=...`
 */
export const makeQueueTables = async (
  url: string,
  session: { options?: string } = {},
): Promise<void> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    ...session,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (!(await areMade(client))) await runMigrations(client, queueSchema)
  } catch (error) {
    throw isForbidden(error) ? notMigrated('queue') : unavailable('The job queue', error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the tables exist. Checked first, because the workers' role may not create tables. */
const areMade = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ made: boolean }>(
    'select to_regclass($1) is not null as made',
    [`${queueSchema}.migration`],
  )
  if (!rows[0]?.made) return false
  return (await assertSchemaCompatibility(client, queueSchema)) >= LATEST_SCHEMA_VERSION
}
