import type { Log } from '@strand/event-sourcing/log'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'
import type { ServiceName } from '@strand/platform/postgres/roles'

/** Maximum connections per service; with the log's and the queue's, some 70 of Postgres' 100. */
const connections: Record<ServiceName, number> = {
  command: 16,
  // Six projectors at most, three read models in two versions, wait for keys within a transaction.
  projections: 8,
  query: 16,
  workers: 6,
}

/** A pool for each service, with its own role. */
export const openPools = (
  { databaseUrls, log }: { databaseUrls: Record<ServiceName, string>; log: Log },
  deferClose: (pool: Pool, closer: (pool: Pool) => unknown) => Pool,
): Record<ServiceName, Pool> => {
  const open = (service: ServiceName) =>
    deferClose(
      openPool(databaseUrls[service], {
        log,
        name: `strand ${service}`,
        max: connections[service],
      }),
      (pool) => pool.end(),
    )
  return {
    command: open('command'),
    projections: open('projections'),
    query: open('query'),
    workers: open('workers'),
  }
}
