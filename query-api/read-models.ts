import { setTimeout as sleep } from 'node:timers/promises'
import { readModels } from '@strand/contracts/read-models'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/** The tables that the projections still have to create, on the very first start. */
const missingReadModels = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ view: string }>(
    `select view from unnest($1::text[]) view where to_regclass('read.' || view) is null`,
    [Object.values(readModels).flat()],
  )
  return rows.map(({ view }) => view)
}

/** Resolves once all read models can be queried, even if they are far behind. */
export const waitForReadModels = async (pool: Pool): Promise<void> => {
  while ((await missingReadModels(pool)).length > 0) await sleep(100)
}
