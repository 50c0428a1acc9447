import { beginning } from '../event-store/event-store.ts'
import type { Connection } from '../postgres/pool.ts'
import { announcementOf } from './served-positions.ts'
import { lockVersions, servingVersion } from './version-tables.ts'

/** The version number of old rows, which serve until the rebuild is done. */
export const retiredVersion = 0

/**
 * Starts a rebuild of the serving version, which serves until the rebuild is done. Restarts a
 * version that is being built: its projector notices that the checkpoint has moved. Returns false
 * if no version of this projection serves. Runs in the caller's transaction; repeating it is safe.
 */
export const retireVersion = async (connection: Connection, name: string): Promise<boolean> => {
  await lockVersions(connection, name)
  const serving = await servingVersion(connection, name)
  if (!serving) return false
  const { version } = serving
  // No batch can commit after this: each batch begins by moving the checkpoint.
  await connection.query(
    `update public.checkpoint
        set position = $3, seen = 0, seen_at = null, checksum = '', problem = null, last_event = null
      where kind = 'projection' and name = $1 and version > $2`,
    [name, version, String(beginning)],
  )
  if (version > retiredVersion) {
    await connection.query(
      `delete from public.checkpoint where kind = 'projection' and name = $1 and version = $2`,
      [name, retiredVersion],
    )
    await connection.query(
      `update public.checkpoint set version = $3
        where kind = 'projection' and name = $1 and version = $2`,
      [name, version, retiredVersion],
    )
    // A checkpoint without a checksum names the version to build; its tables do not exist yet.
    await connection.query(
      `insert into public.checkpoint (kind, name, version, position)
       values ('projection', $1, $2, $3)`,
      [name, version, String(beginning)],
    )
    await connection.query('select public.set_projection_schema_aside($1, $2)', [name, version])
    await connection.query('update public.projection set version = $2 where name = $1', [
      name,
      retiredVersion,
    ])
  }
  await connection.query(announcementOf({ name, version: retiredVersion }, beginning))
  return true
}
