import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from '../errors.ts'
import { beginning } from '../event-store/event-store.ts'
import { type Pool, transaction } from '../postgres/pool.ts'
import { readCheckpoints } from './report.ts'
import { retiredVersion, retireVersion } from './retire-version.ts'
import { prepareProcessorTables } from './runtime/prepare-tables.ts'

/** How often progress is polled, in milliseconds. */
const pollPause = 250
/** Within this many milliseconds, a running projector must have noticed that it must start over. */
const startTimeout = 15_000

/**
 * Requests a rebuild of read models from the log. The process that runs their projectors does the
 * work, now or when it starts. Until the rebuild is done, the old rows serve. A rebuild that was
 * interrupted can be requested again.
 *
 * If no names are given, also accepts the log as it is now: each reactor looks for its place in the
 * log again, without requesting anything twice. Use this after the log was restored.
 *
 * @param wanted names of projections; an empty list means all
 * @returns the names; throws BadSetting for an unknown name
 */
export const requestRebuild = async (pool: Pool, wanted: string[]): Promise<string[]> => {
  await prepareProcessorTables(pool)
  const { rows } = await pool.query<{ name: string }>(
    'select name from public.projection order by name',
  )
  const existing = rows.map(({ name }) => name)
  const unknown = wanted.find((name) => !existing.includes(name))
  if (unknown !== undefined)
    throw new BadSetting(`There is no read model ${unknown}. There are: ${existing.join(', ')}.`)
  const names = wanted.length > 0 ? wanted : existing
  for (const name of names) await transaction(pool, (connection) => retireVersion(connection, name))
  if (wanted.length === 0)
    await pool.query(
      `update public.checkpoint set position = $1, last_event = null where kind = 'reaction'`,
      [String(beginning)],
    )
  return names
}

/**
 * Resolves to true once rebuilt rows serve for all these names, or to false if a name has had no
 * working process for 15 s.
 */
export const waitForRebuild = async (pool: Pool, names: string[]): Promise<boolean> => {
  let idleSince = Date.now()
  for (;;) {
    const rows = (await readCheckpoints(pool)).filter(
      ({ kind, name }) => kind === 'projection' && names.includes(name),
    )
    const isDone = (name: string) =>
      rows.some((row) => row.name === name && row.serving && row.version > retiredVersion)
    const left = names.filter((name) => !isDone(name))
    if (left.length === 0) return true
    const isAtWork = (name: string) => rows.some((row) => row.name === name && row.running)
    if (left.every(isAtWork)) idleSince = Date.now()
    else if (Date.now() - idleSince > startTimeout) return false
    await sleep(pollPause)
  }
}
