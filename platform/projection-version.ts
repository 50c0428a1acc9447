import { createHash } from 'node:crypto'
import pg from 'pg'
import { CheckpointMoved, isFree } from './checkpoint.ts'
import { beginning, type Position } from './event-store.ts'
import { isTransient } from './own-connection.ts'
import { hasMoreParked } from './parked.ts'
import type { Connection } from './postgres.ts'
import {
  lockVersions,
  schemaOf,
  servingVersion,
  setAside,
  setAsideVersion,
  tablesThere,
} from './projection-set-aside.ts'

// The life of a version. Its tables are made in a schema of their own, `<name>_v<version>`, and the
// first version ever is published at once: `read.<view>` shows its tables. A later one is built
// beside the one that serves, which an older process may go on feeding. When it has reached the end
// of the log, and is not behind the old one, one transaction switches the views, writes down the
// serving version and takes the old checkpoint away; an old process that still runs then finds its
// checkpoint gone, and stands by. After that the old schema is dropped.
//
// What serves is set aside where it has to be made anew (`npm run rebuild`, a part that was dropped, a
// log that was restored): its schema and checkpoint get the version 0, readers see its rows as they
// are, and the version itself is built beside them like any later one.

export type Version = { name: string; version: number; tables: string; views: string[] }

const identifier = pg.escapeIdentifier
const keyOf = (name: string, version: number) => ({ kind: 'projection' as const, name, version })
/** Milliseconds that a switch or a drop waits for readers, who queue up behind it meanwhile. */
const lockPatience = 100

const checksumOf = (tables: string) =>
  createHash('sha256').update(tables.replaceAll(/\s+/g, ' ').trim()).digest('hex')

const inTransaction = async <T>(connection: Connection, work: () => Promise<T>): Promise<T> => {
  await connection.query('begin')
  try {
    const result = await work()
    await connection.query('commit')
    return result
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
}

/**
 * Makes the version's tables and checkpoint where they are missing, and leaves the connection with its
 * schema as search path. Throws when the tables were changed without a new version.
 *
 * @param head of the log, where it is known: rows made of events that it does not hold are made anew
 */
export const prepareVersion = async (
  connection: Connection,
  { name, version, tables, views }: Version,
  head?: Position,
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
    const { rows } = await connection.query<{ checksum: string; position: string }>(
      `select checksum, position::text from public.checkpoint
        where kind = 'projection' and name = $1 and version = $2 and checksum <> ''`,
      [name, version],
    )
    const [known] = rows
    const isAhead = known && head !== undefined && BigInt(known.position) > head
    const isWhole = await tablesThere(connection, { name, version, views, serves })
    if (known && !isAhead && isWhole) {
      if (known.checksum !== checksum)
        throw new Error(`The tables of ${name} changed: raise its version above ${version}`)
      return { building: serving !== null && !serves }
    }
    if (serves) await setAside(connection, name)
    await connection.query(`drop schema if exists ${schema} cascade`)
    await createSchema(connection, schemaOf(name, version))
    await connection.query(tables)
    await connection.query(
      `insert into public.checkpoint (kind, name, version, position, checksum)
       values ('projection', $1, $2, $3, $4)
       on conflict (kind, name, version) do update
         set position = $3, seen = 0, seen_at = null, checksum = $4, problem = null`,
      [name, version, String(beginning), checksum],
    )
    if (!serving) await publish(connection, { name, version, tables, views }, [])
    return { building: serving !== null }
  })
}

/** The projections' role may make schemas of versions alone, and only by way of a function. */
const createSchema = async (connection: Connection, schema: string) => {
  const { rows } = await connection.query<{ free: boolean }>(
    `select has_database_privilege(current_database(), 'create') as free`,
  )
  if (rows[0]?.free) await connection.query(`create schema ${identifier(schema)}`)
  else await connection.query('select public.create_projection_schema($1)', [schema])
}

/**
 * Switches the readers over to this version; false when it must be tried again a little later,
 * since a reader is in the way, or the old version is still ahead of `position` or shows more.
 */
export const takeOver = async (
  connection: Connection,
  projection: Version,
  position: Position,
): Promise<boolean> => {
  const { name, version } = projection
  try {
    return await inTransaction(connection, async () => {
      await connection.query(`set local lock_timeout = ${lockPatience}`)
      const serving = await servingVersion(connection, name)
      if (serving && serving.version > version)
        throw new CheckpointMoved(`Version ${serving.version} of ${name} serves by now`)
      // Locked, so that the old version cannot go ahead before the switch is done.
      const old = await connection.query<{ position: string }>(
        `select position::text from public.checkpoint
          where kind = 'projection' and name = $1 and version = $2 for update`,
        [name, serving?.version ?? 0],
      )
      // What was set aside goes ahead no more, and may be ahead of a log that was restored.
      const moves = serving !== null && serving.version > setAsideVersion
      if (moves && old.rows[0] && BigInt(old.rows[0].position) > position) return false
      // While a process feeds the old one, readers lose nothing by waiting for a better release;
      // where none does, the old tables only grow older.
      const showsLess =
        serving && (await hasMoreParked(connection, name, { version, than: serving.version }))
      if (showsLess && !(await isFree(connection, keyOf(name, serving.version)))) return false
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
    // A lost connection shows with the next statement, and then ends the term.
    return false
  }
}

/**
 * A reader locks views in the order its statement names them. Locking them in the opposite order
 * means that each waits for the other until the switch gives up, and would again if it were tried in
 * the same order: so every try has an order of its own.
 */
const inAnyOrder = (views: string[]) => views.toSorted(() => Math.random() - 0.5)

const publish = async (
  connection: Connection,
  { name, version, views }: Version,
  oldViews: string[],
) => {
  const schema = identifier(schemaOf(name, version))
  for (const view of inAnyOrder(oldViews.filter((old) => !views.includes(old))))
    await connection.query(`drop view if exists read.${identifier(view)}`)
  for (const view of inAnyOrder(views)) {
    const target = `read.${identifier(view)}`
    const select = `select * from ${schema}.${identifier(view)}`
    await connection.query('savepoint replacing')
    try {
      // Keeps the grants on the view, where its columns allow it.
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

/**
 * Drops the schemas of versions older than the serving one; true when none is left. One that a
 * reader still uses stays for the next call: waiting for it would make other readers wait.
 */
export const dropOldVersions = async (
  connection: Connection,
  { name, version }: Version,
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
        await connection.query(`set local lock_timeout = ${lockPatience}`)
        await connection.query(`drop schema ${identifier(old.schema)} cascade`)
      })
    } catch (error) {
      if (!isTransient(error)) throw error
      left++
    }
  }
  return left === 0
}
