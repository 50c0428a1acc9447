import pg from 'pg'
import { beginning } from '../event-store/event-store.ts'
import { lockTransaction } from '../postgres/advisory-lock.ts'
import type { Connection, Pool } from '../postgres/pool.ts'

/** The version number of old rows that keep serving until the rebuild is done. */
export const setAsideVersion = 0

const identifier = pg.escapeIdentifier
/** The schema of a version's tables. */
export const schemaOf = (name: string, version: number) => `${name}_v${version}`

/** Also prevents any other version from being published until the transaction ends. */
export const servingVersion = async (connection: Connection, name: string) => {
  const { rows } = await connection.query<{ version: number; views: string[] }>(
    'select version, views from public.projection where name = $1 for update',
    [name],
  )
  return rows[0] ?? null
}

/** A mutex for preparing or setting aside a version, held until the transaction ends. */
export const lockVersions = (connection: Connection, name: string) =>
  lockTransaction(connection, `strand versions of ${name}`, 'hashtextextended')

/** Whether the version's published tables exist and, if it serves, the views on them. */
export const tablesExist = async (
  source: Pool | Connection,
  version: { name: string; version: number; views: string[]; serves: boolean },
): Promise<boolean> => {
  const { rows } = await source.query<{ there: boolean }>(
    `select coalesce(bool_and(
       to_regclass($1 || '.' || quote_ident(view)) is not null
       and (not $3 or to_regclass('read.' || quote_ident(view)) is not null)), true) as there
     from unnest($2::text[]) view`,
    [identifier(schemaOf(version.name, version.version)), version.views, version.serves],
  )
  return rows[0]?.there === true
}

/**
 * Starts a rebuild of the serving version while its rows keep serving, and restarts a version that
 * is being built: the projector that runs it finds its checkpoint moved. Returns false for a name
 * without a serving version. Runs in the caller's transaction; safe to repeat at any time.
 */
export const setAside = async (connection: Connection, name: string): Promise<boolean> => {
  await lockVersions(connection, name)
  const serving = await servingVersion(connection, name)
  if (!serving) return false
  const { version } = serving
  // From here on no batch is running: each batch begins by moving the checkpoint.
  await connection.query(
    `update public.checkpoint
        set position = $3, seen = 0, seen_at = null, checksum = '', problem = null, last_event = null
      where kind = 'projection' and name = $1 and version > $2`,
    [name, version, String(beginning)],
  )
  if (version > setAsideVersion) {
    await connection.query(
      `delete from public.checkpoint where kind = 'projection' and name = $1 and version = $2`,
      [name, setAsideVersion],
    )
    await connection.query(
      `update public.checkpoint set version = $3
        where kind = 'projection' and name = $1 and version = $2`,
      [name, version, setAsideVersion],
    )
    // A checkpoint without a checksum says that the tables do not exist yet, and which version will
    // make them.
    await connection.query(
      `insert into public.checkpoint (kind, name, version, position)
       values ('projection', $1, $2, $3)`,
      [name, version, String(beginning)],
    )
    await connection.query('select public.set_projection_schema_aside($1, $2)', [name, version])
    await connection.query('update public.projection set version = $2 where name = $1', [
      name,
      setAsideVersion,
    ])
  }
  await connection.query(`notify projection, '${name} ${beginning} ${setAsideVersion}'`)
  return true
}
