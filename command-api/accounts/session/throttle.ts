import { Rejected } from '@strand/event-sourcing/errors'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { agreeOnMac } from '@strand/platform/crypto/agreed-mac'
import { type KeyRing, macsOf } from '@strand/platform/crypto/key-ring'
import * as count from './throttle.counters.ts'

/**
 * Who tries a password. `device` is the id of a browser that is known for this account. Attempts
 * from unknown browsers are counted by network.
 */
export type Attempt =
  | { email: string; network: string; device: string | null }
  | { sessionId: string }
  /** The second step of a sign-in, by someone who knew the password. */
  | { secondFactorOf: string; network: string; device: string | null }

/** `slowed`: after this failure, strangers get one attempt per 30 s for the address. */
export type Failure = { slowed: boolean }

/** The result of checking a password. `record` writes further details once a failure is certain. */
export type CheckResult<T> =
  | { ok: true; value: T }
  | { ok: false; record?: (connection: Connection, failure: Failure) => Promise<void> }

export type SignInThrottle = {
  /**
   * Runs `check` if the attempt is allowed, and returns null for a wrong password. If the attempt
   * is not allowed, throws 429, whether or not the address is known and the password is right.
   */
  attempt: <T>(by: Attempt, check: () => Promise<CheckResult<T>>) => Promise<T | null>
  /** Clears an address's failures, for a caller who has proved that the address is theirs. */
  reset: (email: string, connection: Connection) => Promise<void>
}

const tooMany = (seconds: number) =>
  new Rejected('too-many-requests', 'Too many failed attempts, please try again later', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
  })

/**
 * Counts password attempts in the database, so that neither another process nor a restart allows
 * more of them. An attempt is counted before its password is checked; if the password is right, the
 * attempt no longer counts.
 *
 * - After 5 failures within 15 minutes for an address from one network, known browser or session
 *   (10 failures in the second step), further attempts from there wait until the 15 minutes are
 *   over.
 * - After 10 failures for an address within 15 minutes, from any networks, one attempt per 30 s is
 *   checked: at most 40 in any 15 minutes. Known browsers and sessions neither count here nor wait,
 *   so a stranger locks nobody out.
 */
export const openSignInThrottle = (options: {
  pool: Pool
  secret: KeyRing
  now: Now
}): SignInThrottle => {
  const { pool, secret, now } = options
  // The database stores a keyed hash only, because a stranger may type anyone's address.
  const keysOf = (text: string) => macsOf(secret, `sign-in:${text.toLowerCase()}`)
  const addressKeys = (email: string) => keysOf(`address:${email.trim()}`)

  const allKeysOf = (by: Attempt) => {
    if ('sessionId' in by)
      return { subjects: keysOf(`session:${by.sessionId}`), sources: keysOf('') }
    const sources = keysOf(by.device === null ? `network:${by.network}` : `device:${by.device}`)
    return 'email' in by
      ? { subjects: addressKeys(by.email), sources }
      : { subjects: keysOf(`second-factor:${by.secondFactorOf}`), sources }
  }
  /**
   * After the secret is replaced, failures whose counting began in a row under the old secret are
   * still counted in that row.
   */
  const countedUnder = async (connection: Connection, by: Attempt) => {
    const { subjects, sources } = allKeysOf(by)
    const index = await agreeOnMac(
      connection,
      subjects.map((subject) => subject.toString('hex')),
      () => count.countedSubjects(connection, subjects),
    )
    return { subject: subjects[index] ?? subjects[0], source: sources[index] ?? sources[0] }
  }

  const take = (by: Attempt) =>
    transaction(pool, async (connection) => {
      const { subject, source } = await countedUnder(connection, by)
      const failure = await count.countFailure(connection, subject, source, now(), maxTriesOf(by))
      if (failure.wait !== null) throw tooMany(failure.wait)
      if (!isStranger(by)) return { subject, source, look: null, slowed: false }
      const look = await count.countCheck(connection, subject, now())
      if (look.wait !== null) throw tooMany(look.wait)
      return { subject, source, look: look.at, slowed: look.slowed }
    })
  type Taken = Awaited<ReturnType<typeof take>>

  const giveBack = (taken: Taken, tries: 'this-try' | 'all-tries') =>
    transaction(pool, async (connection) => {
      const { subject, source, look } = taken
      if (tries === 'all-tries') await count.clearFailures(connection, subject, source)
      else await count.uncountFailure(connection, subject, source)
      if (look) await count.uncountCheck(connection, subject, look)
    })

  return {
    attempt: async (by, check) => {
      const taken = await take(by)
      const checked = await check().catch(async (error: unknown) => {
        // The check did not run, for example because too many were waiting, so it revealed nothing
        // about the password.
        await giveBack(taken, 'this-try')
        throw error
      })
      if (checked.ok) {
        await giveBack(taken, 'all-tries')
        return checked.value
      }
      const { record } = checked
      if (record) await transaction(pool, (connection) => record(connection, taken))
      return null
    },
    reset: (email, connection) => count.clearAddress(connection, addressKeys(email)),
  }
}

/** A code is easier to mistype than a password, and changes every 30 s. */
const maxTriesOf = (by: Attempt) => ('secondFactorOf' in by ? 10 : 5)

const isStranger = (by: Attempt) => !('sessionId' in by) && by.device === null
