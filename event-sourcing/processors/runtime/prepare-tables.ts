import { migrate } from '../../postgres/migrate.ts'
import type { Pool } from '../../postgres/pool.ts'

const prepared = new WeakMap<Pool, Promise<void>>()

/**
 * Creates the processors' tables (`checkpoint`, `projection`, `outbox`) and the schema `read` if
 * they are missing. Runs once per pool. If Postgres fails, throws the error, and the next call
 * tries again.
 */
export const prepareProcessorTables = (pool: Pool): Promise<void> => {
  const existing = prepared.get(pool)
  if (existing) return existing
  const preparing = migrate(pool, 'read-model', new URL('./migrations/', import.meta.url))
  prepared.set(pool, preparing)
  preparing.catch(() => prepared.delete(pool))
  return preparing
}
