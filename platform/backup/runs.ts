import { BadSetting } from '@strand/event-sourcing/errors'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Manifest } from './manifest.ts'

type Run = Pick<Manifest, 'backup' | 'run'>

/**
 * Records a backup's run in the shop's database. False if the table for it is missing: no release
 * that creates it has been started yet.
 */
export const noteRun = async (pool: Pool, { backup, run }: Run): Promise<boolean> => {
  const noted = await pool
    .query(
      `insert into public.backup_run (backup, run) values ($1, $2)
       on conflict (backup) do update set run = excluded.run`,
      [backup, run],
    )
    .catch(ifTableMissing(null))
  return noted !== null
}

/**
 * Throws BadSetting if the database does not know the backup's newest run. The database is then an
 * older copy, and the backup would treat what that copy lacks as erased.
 */
export const assertKnown = async (
  pool: Pool,
  newest: (Run & Pick<Manifest, 'isNoted' | 'at'>) | undefined,
): Promise<void> => {
  if (!newest?.isNoted) return
  const known = await pool
    .query('select from public.backup_run where backup = $1 and run >= $2', [
      newest.backup,
      newest.run,
    ])
    .catch(ifTableMissing(null))
  if (!known?.rowCount)
    throw new BadSetting(
      `The database is older than the backup of ${newest.at} in this location, or belongs to another shop. Nothing was changed. Restore that backup, or choose an empty location for a new one`,
    )
}
