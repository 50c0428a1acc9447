import pg from 'pg'
import { lockTransaction } from '../postgres/advisory-lock.ts'
import type { Connection, Pool } from '../postgres/pool.ts'

const identifier = pg.escapeIdentifier

export const schemaOf = (name: string, version: number) => `${name}_v${version}`

/**
 * The serving version. Its row stays locked until the transaction ends, so that no other version
 * takes over in the meantime.
 */
export const servingVersion = async (connection: Connection, name: string) => {
  const { rows } = await connection.query<{ version: number; views: string[] }>(
    'select version, views from public.projection where name = $1 for update',
    [name],
  )
  return rows[0] ?? null
}

/** Keeps others from preparing or retiring a version until the transaction ends. */
export const lockVersions = (connection: Connection, name: string) =>
  lockTransaction(connection, `strand versions of ${name}`, 'hashtextextended')

/** Whether the version's published tables exist and, if it serves, its views. */
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
