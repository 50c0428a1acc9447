import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { backoffDelay } from '../async/backoff.ts'
import { BadSetting } from '../errors.ts'
import { lockTransaction } from './advisory-lock.ts'
import { type Connection, type Pool, transaction } from './pool.ts'

type Migration = { name: string; sql: string; checksum: string }

/**
 * Applies a package's numbered `.sql` files (`001-…`, `002-…`) that this database lacks, all in one
 * transaction. A lock lets any number of processes start at the same time. Throws if a file was
 * changed after it was applied: write a new file instead. Throws BadSetting if some files have not
 * been applied, and the database role may not apply them.
 *
 * @param packageName the package of these migrations, as recorded in the table `migration`
 * @param folder a `file:` URL that ends with a slash
 */
export const migrate = async (pool: Pool, packageName: string, folder: URL): Promise<void> => {
  const migrations = await readMigrations(folder)
  try {
    if (!(await areApplied(pool, packageName, migrations)))
      await applyPolitely(pool, packageName, migrations)
  } catch (error) {
    throw isForbidden(error) ? notMigrated(packageName) : error
  }
}

/**
 * Waits until no other process changes tables, roles or privileges, and keeps others from doing so
 * until the transaction ends.
 */
export const lockMigrations = (session: Pick<Connection, 'query'>): Promise<void> =>
  lockTransaction(session, 'strand migrations')

/** Whether Postgres refused a statement because the role lacks a privilege. */
export const isForbidden = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501'

export const notMigrated = (packageName: string) =>
  new BadSetting(
    `The database is not prepared for this release (${packageName}), and the role of DATABASE_URL may not do it: run "npm run migrate" first, with a DATABASE_URL that may`,
  )

const readMigrations = async (folder: URL): Promise<Migration[]> => {
  const names = (await readdir(fileURLToPath(folder)))
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const appliedOf = async (source: Pick<Pool, 'query'>, packageName: string) => {
  const { rows } = await source.query<{ name: string; checksum: string }>(
    'select name, checksum from migration where room = $1',
    [packageName],
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** Whether every file has been applied. Needs only the right to read, and waits for no lock. */
const areApplied = async (pool: Pool, packageName: string, migrations: Migration[]) => {
  const { rows } = await pool.query(`select to_regclass('migration') is not null as made`)
  if (!rows[0].made) return false
  const applied = await appliedOf(pool, packageName)
  return migrations.every(({ name, checksum }) => applied.get(name) === checksum)
}

/**
 * The number of tries that give up if someone is using a table; together they take about ten
 * minutes. One last try then waits as long as necessary, because dumping a large shop takes
 * minutes.
 */
const politeTries = 150

/**
 * A statement that waits for a table makes all later statements on that table wait, too, and its
 * transaction keeps its locks on the tables that it has already changed. So while a backup or the
 * proof reader uses the table, the shop could take no orders. Therefore a try gives up after 2 s,
 * releases its locks, and is repeated later.
 */
const applyPolitely = async (
  pool: Pool,
  packageName: string,
  migrations: Migration[],
): Promise<void> => {
  for (let tries = 1; tries <= politeTries; tries++)
    try {
      return await apply(pool, packageName, migrations, '2s')
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await sleep(backoffDelay(tries, { first: 200, longest: 2_000 }))
    }
  await apply(pool, packageName, migrations, '0')
}

const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'

const apply = (pool: Pool, packageName: string, migrations: Migration[], lockTimeout: string) =>
  transaction(pool, async (connection) => {
    await lockMigrations(connection)
    await connection.query(`set local lock_timeout = '${lockTimeout}'`)
    // The column `room` holds the package's name. Existing databases have it under this old name.
    await connection.query(`
      create table if not exists migration (
        room text not null,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now(),
        primary key (room, name)
      )`)
    const applied = await appliedOf(connection, packageName)
    for (const { name, sql, checksum } of migrations) {
      const appliedChecksum = applied.get(name)
      if (appliedChecksum === checksum) continue
      if (appliedChecksum)
        throw new Error(`${packageName}/migrations/${name} was changed after it was applied`)
      await connection.query(sql)
      await connection.query('insert into migration (room, name, checksum) values ($1, $2, $3)', [
        packageName,
        name,
        checksum,
      ])
    }
  })
