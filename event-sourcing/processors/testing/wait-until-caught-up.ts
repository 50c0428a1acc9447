import { eventually } from '@strand/platform/testing/eventually'
import type { EventStore } from '../../event-store/event-store.ts'
import type { Pool } from '../../postgres/pool.ts'
import { prepareProcessorTables } from '../runtime/prepare-tables.ts'

/** Resolves when the serving version of `accounts`, and `notices` if it runs, have caught up. */
export const waitUntilCaughtUp = async (pool: Pool, eventStore: EventStore): Promise<void> => {
  await prepareProcessorTables(pool)
  const head = String(await eventStore.headPosition())
  const progress = async () => {
    const { rows } = await pool.query<{ served: boolean | null; behind: boolean | null }>(
      `select bool_or(p.version is not null) as served, bool_or(c.position < $1) as behind
         from public.checkpoint c
         left join public.projection p on p.name = c.name and p.version = c.version
        where c.kind = 'reaction' or p.version is not null`,
      [head],
    )
    return rows
  }
  await eventually(progress, [{ served: true, behind: false }])
}
