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
import { unavailable } from './errors.ts'
import { isForbidden, notMigrated } from './migrate.ts'

/** Name of BullMQ's own schema in Postgres; its keys in Redis begin with the same word. */
export const queueSchema = 'queue'

export type QueueBackend = {
  factory: BackendFactory<IQueueBackend, object>
  connection: (use: 'producer' | 'worker') => object
}

/**
 * What BullMQ stands on, by the scheme of the URL. The factory is handed to every queue and worker:
 * BullMQ's process-wide default would let one process have one kind only.
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
      Client: HeardClient,
    }),
  }
}

// BullMQ 6.7 looks at its tables through a client to whose errors nobody listens: one lost just then
// would end the process. Whoever waits for an answer is told all the same.
class HeardClient extends pg.Client {
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
    // Somebody waits for a producer's answer; a worker waits for Redis for as long as it takes.
    connection: (use) => ({ ...redis, maxRetriesPerRequest: use === 'producer' ? 2 : null }),
  }
}

/**
 * Makes the tables of the queue, or brings them up to this release's. Before any worker: one that finds
 * no tables spins without a pause (BullMQ 6.7). Throws `Rejected('unavailable')` while Postgres is away,
 * and BadSetting where there is something to do that the role may not.
 *
 * @param session.options what the session is begun with, as in `-c role=...`
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

/** Asked first: the workers' role may read that, and make nothing. */
const areMade = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ made: boolean }>(
    'select to_regclass($1) is not null as made',
    [`${queueSchema}.migration`],
  )
  if (!rows[0]?.made) return false
  return (await assertSchemaCompatibility(client, queueSchema)) >= LATEST_SCHEMA_VERSION
}
