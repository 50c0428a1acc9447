import type { ClientBase } from 'pg'
import type { Pool } from './pool.ts'

// Locks between processes, by name. The lock's number is a hash of its name. Processes of two
// releases exclude each other only if both compute the same number, so never change a name or its
// hash.

type Session = Pick<ClientBase, 'query'>

/** `hashtext` has 32 bits; `hashtextextended` has 64, for large numbers of names. */
type LockHash = 'hashtext' | 'hashtextextended'

const key = { hashtext: 'hashtext($1)', hashtextextended: 'hashtextextended($1, 0)' }

const isLocked = async (session: Session, call: string, name: string): Promise<boolean> => {
  const { rows } = await session.query<{ locked: boolean }>(`select ${call} as locked`, [name])
  return rows[0]?.locked === true
}

/** Waits for the lock, and holds it until the transaction ends. */
export const lockTransaction = async (
  session: Session,
  name: string,
  hash: LockHash = 'hashtext',
): Promise<void> => {
  await session.query(`select pg_advisory_xact_lock(${key[hash]})`, [name])
}

/** Takes the lock until the transaction ends; false if another session holds it. */
export const tryLockTransaction = (
  session: Session,
  name: string,
  hash: LockHash = 'hashtext',
): Promise<boolean> => isLocked(session, `pg_try_advisory_xact_lock(${key[hash]})`, name)

/** Waits for the lock, and holds it until it is unlocked or the session ends. */
export const lockSession = async (session: Session, name: string): Promise<void> => {
  await session.query(`select pg_advisory_lock(${key.hashtext})`, [name])
}

/** Takes the lock until the session ends; false if another session holds it. */
export const tryLockSession = (
  session: Session,
  name: string,
  hash: LockHash = 'hashtext',
): Promise<boolean> => isLocked(session, `pg_try_advisory_lock(${key[hash]})`, name)

export const unlockSession = async (session: Session, name: string): Promise<void> => {
  await session.query(`select pg_advisory_unlock(${key.hashtext})`, [name])
}

/**
 * Holds the lock while `work` runs. If the process dies, Postgres releases the lock with the
 * connection.
 */
export const withAdvisoryLock = async <T>(
  pool: Pool,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  const connection = await pool.connect()
  let unlocked = false
  try {
    await lockSession(connection, name)
    const result = await work()
    unlocked = await unlockSession(connection, name).then(
      () => true,
      // The connection is lost, and the lock with it. The work itself is finished.
      () => false,
    )
    return result
  } finally {
    // The connection may return to the pool only if it certainly no longer holds the lock.
    connection.release(!unlocked)
  }
}

/**
 * Selects the `key` of each lock that a session of this database holds. `pg_locks` splits a key's
 * 64 bits into two halves.
 */
export const heldLockKeys = `
  select (classid::int8 << 32) | objid::int8 as key from pg_locks
   where locktype = 'advisory' and objsubid = 1 and granted
     and database = (select oid from pg_database where datname = current_database())`
