import { setTimeout as sleep } from 'node:timers/promises'
import { readModels } from '@strand/contracts/read-models'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * The read models' tables that do not exist yet: on the very first start, the projections still
 * have to create them.
 */
const missingReadModels = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ view: string }>(
    `select view from unnest($1::text[]) view where to_regclass('read.' || view) is null`,
    [Object.values(readModels).flat()],
  )
  return rows.map(({ view }) => view)
}

/** Resolves once every read model can be queried, even if it is far behind. */
export const waitForReadModels = async (pool: Pool): Promise<void> => {
  while ((await missingReadModels(pool)).length > 0) await sleep(100)
}
