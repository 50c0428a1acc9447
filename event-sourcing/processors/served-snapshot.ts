import { unavailable } from '../errors.ts'
import type { Position } from '../event-store/event-store.ts'
import { type Pool, transaction } from '../postgres/pool.ts'

/** How far a projection's tables have got in this snapshot. */
export type Served = {
  position: Position
  /** When the log recorded the event at `position`; null before the first event. */
  seenAt: Date | null
  parked: number
}

type SnapshotQuery = <Row>(text: string, values: unknown[]) => Promise<Row[]>

/**
 * Runs `work` on one snapshot of the database, and tells it how far the projection has got in that
 * snapshot. So all its queries see the results of the same events. Throws `Rejected('unavailable')`
 * if the projection does not exist.
 */
export const openServedSnapshot =
  (pool: Pool, projection: string) =>
  <T>(work: (query: SnapshotQuery, served: Served) => Promise<T>): Promise<T> =>
    transaction(pool, async (connection) => {
      await connection.query('set transaction isolation level repeatable read read only')
      const { rows } = await connection.query<Omit<Served, 'position'> & { position: string }>(
        `select c.position::text, c.seen_at as "seenAt", (
           select count(*)::int from public.parked_stream k
           where k.kind = c.kind and k.name = c.name and k.version = c.version
         ) as parked
         from public.projection p join public.checkpoint c
           on c.kind = 'projection' and c.name = p.name and c.version = p.version
         where p.name = $1`,
        [projection],
      )
      const [row] = rows
      if (!row) throw unavailable('The read model')
      const query: SnapshotQuery = async <Row>(text: string, values: unknown[]) =>
        (await connection.query(text, values)).rows as Row[]
      return work(query, { ...row, position: BigInt(row.position) })
    })
