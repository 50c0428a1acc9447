import pg from 'pg'
import { Rejected } from '../errors.ts'

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: it is starting or recovering
  '57014', // query_canceled: the statement timed out
  '25006', // read_only_sql_transaction: we are on a standby
  '40001', // serialization_failure
  '40P01', // deadlock_detected
])

/** The messages of plain errors that `pg` and `pg-pool` throw for a broken connection. */
const awayTexts = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'timeout expired',
  'Query read timeout',
]

/**
 * Whether an error of `pg` means that Postgres cannot answer now (it is down, starting, out of
 * connections or disk space, or too slow), rather than that the statement is wrong. A retry may
 * succeed.
 */
export const isPostgresUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // Class 08: the connection failed. Class 53: resources are insufficient.
  if (awayCodes.has(code) || /^(08|53)[0-9A-Z]{3}$/.test(code)) return true
  if (awayTexts.some((text) => error.message.startsWith(text))) return true
  // All addresses of the host refused the connection.
  return error instanceof AggregateError && error.errors.some(isPostgresUnavailable)
}

/** Whether a retry may succeed, because a dependency is unavailable or a lock is taken. */
export const isTransient = (error: unknown): boolean => {
  if (isPostgresUnavailable(error)) return true
  if (error instanceof Rejected) return error.code === 'unavailable'
  if (!(error instanceof Error)) return false
  // lock_not_available
  if ('code' in error && error.code === '55P03') return true
  return error.name === 'TimeoutError' || error.message === 'Query read timeout'
}

export const isMissingTable = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '42P01'

/**
 * For the `catch` of a query: returns `otherwise` if the table is missing, and rethrows any other
 * error.
 */
export const ifTableMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isMissingTable(error)) return otherwise
    throw error
  }

/**
 * Whether a read model's published table is missing: before the very first start, or after someone
 * dropped it and before it is rebuilt. A missing column counts, too: after an upgrade, reads use
 * the old version's tables until the new ones are built.
 */
export const isReadModelMissing = (error: unknown): boolean =>
  (isMissingTable(error) && error.message.includes('"read.')) || isMissingColumn(error)

/**
 * undefined_column. Only read models can lack a column: other tables are migrated before a service
 * starts.
 */
export const isMissingColumn = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '42703'
