import { BadSetting } from '../../errors.ts'
import type { Pool } from '../../postgres/pool.ts'

/**
 * Throws BadSetting when a crash of the machine can lose a commit of this server. The values
 * `local` and `remote_write` of synchronous_commit only concern standbys: the server's own disk has
 * the commit by then.
 */
export const assertDurable = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
      order by name`,
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new BadSetting(
    `The Postgres of the event log can lose events that it has acknowledged: turn on ${names}.`,
  )
}
