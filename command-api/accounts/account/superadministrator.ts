import { randomBytes, randomUUID } from 'node:crypto'
import type { UserEvent } from '@strand/contracts/accounts/events'
import { NewPassword } from '@strand/contracts/accounts/session'
import { noPhone, UserDetails } from '@strand/contracts/accounts/user'
import { BadSetting } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { temporaryPassword } from '@strand/platform/crypto/mailed-token'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { theShop } from '@strand/platform/fairness/places'
import type { Origin } from '@strand/platform/http/command-origin'
import { openPasswordHashes } from '../password/hash.ts'
import { insertAccount, lockUserChanges, type NewAccount, normalizeEmail } from './account.ts'
import { openAccountEvents } from './account-events.ts'

/** The address if `SUPERADMIN_EMAIL` is not set; nobody can own it (RFC 2606). */
const defaultEmail = 'owner@strand.example'

/**
 * Creates the shop's first account, unless the shop already has a superadministrator (active or
 * not). The account is active at once, unless its password is generated here and printed; then it
 * becomes active once that password has been changed. Any number of processes may call this at the
 * same time.
 *
 * @returns `password` is null unless it was generated here; nobody knows a generated password yet,
 *   so print it once. If there already are superadministrators, `email` is the address of the one
 *   created first.
 */
export const ensureSuperadministrator = async (options: {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
  log: Log
  now: () => Date
  /**
   * `SUPERADMIN_EMAIL` and `SUPERADMIN_PASSWORD`. A password that is too weak throws `BadSetting`.
   */
  email?: string | undefined
  password?: string | undefined
}): Promise<{ email: string; password: string | null }> => {
  const { pool, eventStore, personalData, log, now } = options
  const email = normalizeEmail(options.email ?? defaultEmail)
  const existing = await oldestSuperadministrator(pool)
  if (existing) return { email: existing, password: null }

  const password = options.password ?? temporaryPassword(keyRing(randomBytes(32)), randomUUID())
  const checked = NewPassword.safeParse(password)
  if (!checked.success)
    throw new BadSetting(`Bad settings. SUPERADMIN_PASSWORD: ${checked.error.issues[0]?.message}.`)
  const hashes = await openPasswordHashes()
  const passwordHash = await hashes.make(password, theShop)
  const name = { firstname: 'Shop', lastname: 'Owner' }
  const details = UserDetails.parse({ ...name, email, phone: noPhone })
  const personal = personalData.seal(await personalData.take(), details)
  const userId = randomUUID()
  const accountEvents = openAccountEvents({ pool, eventStore, log })
  try {
    const eventIds = await transaction(pool, async (connection) => {
      await lockUserChanges(connection)
      if (await oldestSuperadministrator(connection)) return null
      const status = options.password === undefined ? ('pending' as const) : ('active' as const)
      const account = { userId, email, passwordHash, personal, status, at: now() }
      return accountEvents.record(connection, ...(await insertFirst(connection, account)))
    })
    if (!eventIds) return { email: (await oldestSuperadministrator(pool)) ?? email, password: null }
    // The account already exists, so a failure must not stop this process from starting: the next
    // start would find the account, and nobody would know its password. The sweeper appends these
    // events later.
    await accountEvents.publish(userId, eventIds).catch((error) => {
      log.warn({ err: error }, 'the first superadministrator’s events are waiting for the log')
    })
    return { email, password: options.password === undefined ? password : null }
  } finally {
    await accountEvents.close()
  }
}

const insertFirst = async (
  connection: Connection,
  account: Pick<NewAccount, 'userId' | 'email' | 'passwordHash' | 'personal' | 'status' | 'at'>,
): Promise<[Origin, UserEvent[]]> => {
  const { userId, personal, status, at } = account
  const role = 'superadministrator'
  // The printed password does not expire, because nobody may read it for days.
  await insertAccount(connection, { ...account, passwordChosen: true, emailConfirmed: true, role })
  // The system is the actor, so that the workers mail no invitation.
  const actor = { kind: 'system' as const, id: 'command-api' }
  return [
    { commandId: randomUUID(), correlationId: randomUUID(), at, actor },
    [
      { type: 'UserCreated', data: { userId, role, personal } },
      { type: 'UserEmailConfirmed', data: { userId } },
      ...(status === 'active' ? [{ type: 'UserActivated' as const, data: { userId } }] : []),
    ],
  ]
}

const oldestSuperadministrator = async (
  connection: Pick<Pool, 'query'>,
): Promise<string | null> => {
  const { rows } = await connection.query<{ email: string }>(
    `select email from account where role = 'superadministrator' order by created_at limit 1`,
  )
  return rows[0]?.email ?? null
}
