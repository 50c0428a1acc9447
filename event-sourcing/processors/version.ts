import { createHash } from 'node:crypto'
import pg from 'pg'
import { beginning, type Position } from '../event-store/event-store.ts'
import { isTransient } from '../postgres/errors.ts'
import { type Connection, inTransaction } from '../postgres/pool.ts'
import { retiredVersion, retireVersion } from './retire-version.ts'
import { CheckpointMoved } from './runtime/checkpoint.ts'
import { lockIfFree } from './runtime/lock.ts'
import { hasMoreParked } from './runtime/parked-streams.ts'
import { lockVersions, schemaOf, servingVersion, tablesExist } from './version-tables.ts'

// The life of a version. Its tables are in their own schema, `<name>_v<version>`. The very first
// version is published immediately: `read.<view>` shows its tables. A later version is built
// alongside the serving one, which an older process may still update. When the new version has
// reached the end of the log and is not behind the old one, one transaction switches the views,
// records the new serving version and deletes the old checkpoint. An old process that still runs
// then finds no checkpoint and stands by. Afterwards the old schema is dropped.
//
// The serving version is rebuilt after `npm run rebuild`, or if a table or view was dropped. For
// this, it is retired: its schema and checkpoint get version 0, readers see the same rows, and the
// version is built alongside them like any later one.

type ProjectionVersion = { name: string; version: number; tables: string; views: string[] }

const identifier = pg.escapeIdentifier
const keyOf = (name: string, version: number) => ({ kind: 'projection' as const, name, version })
/**
 * For how many milliseconds a switch of views or a drop waits for readers. Meanwhile, new readers
 * wait for the switch or the drop.
 */
const lockTimeout = 100

const checksumOf = (tables: string) =>
  createHash('sha256').update(tables.replaceAll(/\s+/g, ' ').trim()).digest('hex')

/**
 * Creates the version's tables and checkpoint if they are missing, and sets the connection's search
 * path to its schema. Throws if the tables' SQL has changed under the same version.
 */
export const prepareVersion = async (
  connection: Connection,
  { name, version, tables, views }: ProjectionVersion,
): Promise<{ building: boolean } | { standby: string }> => {
  const schema = identifier(schemaOf(name, version))
  const checksum = checksumOf(tables)
  return inTransaction(connection, async () => {
    await lockVersions(connection, name)
    const serving = await servingVersion(connection, name)
    if (serving && serving.version > version)
      return { standby: `version ${serving.version} serves, this process has version ${version}` }
    await connection.query(`set search_path to ${schema}, public`)
    const serves = serving?.version === version
    const { rows } = await connection.query<{ checksum: string }>(
      `select checksum from public.checkpoint
        where kind = 'projection' and name = $1 and version = $2 and checksum <> ''`,
      [name, version],
    )
    const [existing] = rows
    const tablesAreThere = await tablesExist(connection, { name, version, views, serves })
    if (existing && tablesAreThere) {
      if (existing.checksum !== checksum)
        throw new Error(`The tables of ${name} changed: raise its version above ${version}`)
      return { building: serving !== null && !serves }
    }
    if (serves) await retireVersion(connection, name)
    await connection.query(`drop schema if exists ${schema} cascade`)
    await createSchema(connection, schemaOf(name, version))
    await connection.query(tables)
    await connection.query(
      `insert into public.checkpoint (kind, name, version, position, checksum)
       values ('projection', $1, $2, $3, $4)
       on conflict (kind, name, version) do update
         set position = $3, seen = 0, seen_at = null, checksum = $4, problem = null,
           last_event = null`,
      [name, version, String(beginning), checksum],
    )
    if (!serving) await publish(connection, { name, version, views }, [])
    return { building: serving !== null }
  })
}

/**
 * Creates a schema for a projection's tables. A role that may not create schemas calls a function
 * that may create this one.
 */
export const createSchema = async (connection: Connection, schema: string) => {
  const { rows } = await connection.query<{ free: boolean }>(
    `select has_database_privilege(current_database(), 'create') as free`,
  )
  if (rows[0]?.free) await connection.query(`create schema ${identifier(schema)}`)
  else await connection.query('select public.create_projection_schema($1)', [schema])
}

/**
 * Makes this version the serving one. Returns false if the caller must retry a little later: a
 * reader blocks the switch, or the old version is ahead of `position` or has fewer parked streams.
 */
export const takeOver = async (
  connection: Connection,
  projection: ProjectionVersion,
  position: Position,
): Promise<boolean> => {
  const { name, version } = projection
  try {
    return await inTransaction(connection, async () => {
      await connection.query(`set local lock_timeout = ${lockTimeout}`)
      const serving = await servingVersion(connection, name)
      if (serving && serving.version > version)
        throw new CheckpointMoved(`Version ${serving.version} of ${name} serves by now`)
      // The lock keeps the old version from advancing until the switch is done.
      const old = await connection.query<{ position: string }>(
        `select position::text from public.checkpoint
          where kind = 'projection' and name = $1 and version = $2 for update`,
        [name, serving?.version ?? 0],
      )
      // A retired version no longer advances, and may be ahead of a restored log.
      const moves = serving !== null && serving.version > retiredVersion
      if (moves && old.rows[0] && BigInt(old.rows[0].position) > position) return false
      // While a process updates the old version, readers lose nothing by waiting for a better
      // release. Without such a process, the old tables would only get older.
      const showsLess =
        serving && (await hasMoreParked(connection, name, { version, than: serving.version }))
      if (showsLess && !(await lockIfFree(connection, keyOf(name, serving.version)))) return false
      await publish(connection, projection, serving?.views ?? [])
      await connection.query(
        `delete from public.checkpoint
          where kind = 'projection' and name = $1 and version < $2`,
        [name, version],
      )
      return true
    })
  } catch (error) {
    if (error instanceof CheckpointMoved || !isTransient(error)) throw error
    // If the connection was lost, the next statement fails and ends the lease.
    return false
  }
}

/**
 * Drops the schemas of versions older than the serving one; returns true if none is left. Leaves a
 * schema that a reader is using to the next call: waiting for it would make other readers wait.
 */
export const dropOldVersions = async (
  connection: Connection,
  { name, version }: ProjectionVersion,
): Promise<boolean> => {
  const { rows } = await connection.query<{ schema: string; version: number }>(
    `select nspname as schema, substring(nspname from '_v([0-9]+)$')::int as version
       from pg_namespace
      where nspname ~ '_v[0-9]+$' and regexp_replace(nspname, '_v[0-9]+$', '') = $1`,
    [name],
  )
  let left = 0
  for (const old of rows.filter((row) => row.version < version)) {
    try {
      await inTransaction(connection, async () => {
        await connection.query(`set local lock_timeout = ${lockTimeout}`)
        await connection.query(`drop schema ${identifier(old.schema)} cascade`)
      })
    } catch (error) {
      if (!isTransient(error)) throw error
      left++
    }
  }
  return left === 0
}

/**
 * A reader locks views in the order in which its statement names them. If the switch locks them in
 * the opposite order, each waits for the other until the switch gives up, and a retry in the same
 * order would fail in the same way. So every try uses a random order.
 */
const inAnyOrder = (views: string[]) => views.toSorted(() => Math.random() - 0.5)

/** Makes `read.<view>` show this version's tables, in the caller's transaction. */
const publish = async (
  connection: Connection,
  { name, version, views }: { name: string; version: number; views: string[] },
  oldViews: string[],
): Promise<void> => {
  const schema = identifier(schemaOf(name, version))
  for (const view of inAnyOrder(oldViews.filter((old) => !views.includes(old))))
    await connection.query(`drop view if exists read.${identifier(view)}`)
  for (const view of inAnyOrder(views)) {
    const target = `read.${identifier(view)}`
    const select = `select * from ${schema}.${identifier(view)}`
    await connection.query('savepoint replacing')
    try {
      // Replacing a view keeps its grants; it works only if the columns are compatible.
      await connection.query(`create or replace view ${target} as ${select}`)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '42P16') throw error
      await connection.query('rollback to savepoint replacing')
      await connection.query(`drop view ${target}`)
      await connection.query(`create view ${target} as ${select}`)
    }
  }
  await connection.query(
    `insert into public.projection (name, version, views) values ($1, $2, $3)
     on conflict (name) do update
       set version = excluded.version, views = excluded.views, serving_since = now()`,
    [name, version, views],
  )
}
