import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { BadSetting } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import { lockMigrations, migrate } from '@strand/event-sourcing/postgres/migrate'
import { openPool, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import pg from 'pg'
import { makeQueueTables } from '../jobs/queue-backend.ts'
import { makeRoles, type RolePasswords, roleOf, services } from '../postgres/roles.ts'

/**
 * A package's folder of migrations; its `grants.sql` says what each role may do with the tables.
 */
type PackageMigrations = {
  /** The package's name in the table of applied migrations. It must never change. */
  packageName: string
  folder: URL
}

const platformMigrations = {
  eventLog: {
    packageName: 'event-log',
    folder: new URL('../../event-sourcing/event-store/postgres/migrations/', import.meta.url),
  },
  readModel: {
    packageName: 'read-model',
    folder: new URL('../../event-sourcing/processors/runtime/migrations/', import.meta.url),
  },
  personalData: {
    packageName: 'personal-data',
    folder: new URL('../crypto/migrations/', import.meta.url),
  },
  logProof: {
    packageName: 'log-proof',
    folder: new URL('../../log-proof/migrations/', import.meta.url),
  },
  backup: {
    packageName: 'backup',
    folder: new URL('../backup/migrations/', import.meta.url),
  },
  queue: { packageName: 'queue', folder: new URL('../jobs/migrations/', import.meta.url) },
} satisfies Record<string, PackageMigrations>

/**
 * Prepares a database for the services: creates their roles and every table of this release, and
 * grants each role its rights. Safe to repeat, also while services run. Throws BadSetting if roles
 * are missing and the URL's role may not create them.
 *
 * @param url the URL of a superuser, or of a role that may create roles and owns the database; once
 *   the roles exist, the role `strand_migrate` is enough
 * @param options.packages the packages whose migrations to apply, besides this package
 * @param options.eventLog whether this database has the event log
 * @param options.queue whether this database has the job queue
 */
export const prepareDatabase = async (
  url: string,
  options: {
    passwords: RolePasswords
    packages: PackageMigrations[]
    eventLog: boolean
    queue: boolean
    log: Log
  },
): Promise<void> => {
  await asAdministrator(url, async (client) => {
    if (!(await mayMakeRoles(client))) return assertRoles(client)
    await makeRoles(client, options.passwords)
    await handOver(client)
  })
  await makeTables(url, options)
}

/** The rest of `prepareDatabase`, for a server that has the roles already. */
export const prepareTables = async (
  url: string,
  options: Parameters<typeof makeTables>[1],
): Promise<void> => {
  await asAdministrator(url, handOver)
  await makeTables(url, options)
}

/**
 * Completes a copy of a prepared database, for tests: Postgres copies neither the owner nor the
 * rights on the database itself.
 */
export const handOverCopy = (url: string): Promise<void> => asAdministrator(url, handOver)

const asAdministrator = async (url: string, work: (client: pg.Client) => Promise<void>) => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'strand preparation',
    connectionTimeoutMillis: 5_000,
    // Names must mean Postgres's own objects, never those that others have created.
    options: '-c search_path=pg_catalog',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // Takes the lock of `migrate`, so that any number of preparations can start at the same time.
    await lockMigrations(client)
    await work(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const mayMakeRoles = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
  )
  return rows[0]?.may ?? false
}

const assertRoles = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ known: number }>(
    'select count(*)::int as known from pg_roles where rolname = any($1)',
    [['migrate' as const, ...services].map(roleOf)],
  )
  if (rows[0]?.known === services.length + 1) return
  throw new BadSetting(
    'The roles of the services do not exist, and the role of DATABASE_URL may not create them: run this once with the URL of a superuser, or of a role with CREATEROLE that owns the database',
  )
}

const handOver = async (client: pg.Client): Promise<void> => {
  await client.query(await readFile(new URL('./hand-over.sql', import.meta.url), 'utf8'))
}

/** Runs as `strand_migrate`, whatever the URL's role, so that `strand_migrate` owns the tables. */
const makeTables = async (
  url: string,
  options: { packages: PackageMigrations[]; eventLog: boolean; queue: boolean; log: Log },
) => {
  const session = { options: '-c role=strand_migrate -c search_path=public' }
  const pool = openPool(url, { log: options.log, name: 'strand migration', max: 1, ...session })
  const packages = [
    ...options.packages,
    ...(options.eventLog ? [platformMigrations.eventLog] : []),
    platformMigrations.readModel,
    platformMigrations.personalData,
    platformMigrations.logProof,
    platformMigrations.backup,
  ]
  try {
    for (const { packageName, folder } of packages) await migrate(pool, packageName, folder)
    if (options.queue) await makeQueueTables(url, session)
    await grant(pool, options.queue ? [...packages, platformMigrations.queue] : packages)
  } finally {
    await pool.end()
  }
}

/** One transaction, so that a service never has more or fewer rights than the files say. */
const grant = (pool: Pool, packages: PackageMigrations[]) =>
  transaction(pool, async (connection) => {
    await lockMigrations(connection)
    const everybody = services.map(roleOf).join(', ')
    const { rows } = await connection.query<{ schema: string }>(
      `select nspname as schema from pg_namespace
        where nspname in ('public', 'event_log', 'log_proof', 'queue')`,
    )
    for (const { schema } of rows) {
      await connection.query(`revoke all on all tables in schema ${schema} from ${everybody}`)
      await connection.query(`revoke all on all sequences in schema ${schema} from ${everybody}`)
    }
    await connection.query(`grant select on public.migration to ${everybody}`)
    for (const { folder } of packages) {
      const file = new URL('grants.sql', folder)
      if (existsSync(file)) await connection.query(await readFile(file, 'utf8'))
    }
  })
