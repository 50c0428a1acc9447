import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  runMigrations,
} from 'bullmq'
import pg from 'pg'
import { unavailable } from './errors.ts'

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
  await makeTables(url)
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

// Before any worker: one that finds no tables spins without a pause (BullMQ 6.7).
const makeTables = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await runMigrations(client, queueSchema)
  } catch (error) {
    throw unavailable('The job queue', error)
  } finally {
    await client.end().catch(() => {})
  }
}
