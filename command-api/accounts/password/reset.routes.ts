import { randomUUID } from 'node:crypto'
import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import type { UserEvent } from '@strand/contracts/accounts/events'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { readMailedToken } from '@strand/platform/crypto/mailed-token'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Account, accountById, normalizeEmail } from '../account/account.ts'
import { anonymousOrigin, selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { endSessions, voidPasswordResets } from '../session/sessions.ts'
import { assertNoNameInPassword, assertStrongPassword } from './strength.ts'

/** The maximum number of emails per address and hour, so that a stranger cannot flood a mailbox. */
const mailsAnHour = 5

const outdatedLink = () =>
  new Rejected('invalid', 'This link is no longer valid, please ask for a new one')
const usedLink = () => conflict('This link has already been used')

/**
 * The conditions for a usable link: at most an hour old, its owner's newest, and neither used nor
 * voided.
 */
const isUsable = `
  used_at is null and not void
    and requested_at > $2::timestamptz - interval '1 hour'
    and not exists (select from password_reset as newer
      where newer.user_id = password_reset.user_id
        and newer.requested_at > password_reset.requested_at)`

/** The owner of a link. If the link does not work, throws an error that tells its holder why. */
const ownerOfLink = async (pool: Pool, id: string | null, now: Date): Promise<string> => {
  const { rows } = await pool.query<{ user_id: string | null; used: boolean; usable: boolean }>(
    `select user_id, used_at is not null as used, ${isUsable} as usable
     from password_reset where id = $1`,
    [id, now],
  )
  const link = rows[0]
  if (link?.used) throw usedLink()
  if (!link?.usable || link.user_id === null) throw outdatedLink()
  return link.user_id
}

/** Uses a link up, and sets the password. Returns the account as it was before. */
const redeemLink = async (
  connection: Connection,
  id: string | null,
  userId: string,
  { passwordHash, at }: { passwordHash: string; at: Date },
): Promise<Account> => {
  const account = await accountById(connection, userId, 'lock')
  if (!account || account.status === 'archived') throw outdatedLink()
  const { rowCount } = await connection.query(
    `update password_reset set used_at = $2 where id = $1 and ${isUsable}`,
    [id, at],
  )
  if (rowCount !== 1) throw usedLink()
  // The mailed link also proves the address, so it activates a new account, too.
  await connection.query(
    `update account set password_hash = $2, password_version = password_version + 1,
       password_chosen = true, status = 'active', email_confirmed_at = coalesce(email_confirmed_at, $3)
     where user_id = $1`,
    [userId, passwordHash, at],
  )
  return account
}

/**
 * Stores a request for a reset. Returns the owner of the address; null if the address has no owner,
 * or an archived one, or if the owner has reached the hourly limit on emails.
 */
const insertReset = async (
  connection: Connection,
  resetId: string,
  email: string,
  at: Date,
): Promise<string | null> => {
  // Unknown addresses get a row, too, so that they cost the same as known ones.
  const { rows } = await connection.query<{ user_id: string | null }>(
    `insert into password_reset (id, user_id, requested_at)
     select $1, (select user_id from account
       where email = $2 and status in ('pending', 'active')
         and (select count(*) from password_reset as recent
           where recent.user_id = account.user_id
             and recent.requested_at > $3::timestamptz - interval '1 hour') < ${mailsAnHour}),
       $3
     returning user_id`,
    [resetId, email, at],
  )
  return rows[0]?.user_id ?? null
}

type Asked = { userId: string | null; eventIds: string[] }
type Reset = { userId: string; passwordVersion: number; eventIds: string[] }

export const passwordResetRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, tokenSecret, hashes, throttle, devices, usedOnce, accountEvents, now } = shared

  app.route({
    ...endpointRoute(accountEndpoints.requestPasswordReset, {
      limit: { name: 'reset', requests: 10, seconds: 3600 },
    }),
    handler: async (request) => {
      const email = normalizeEmail(request.body.email)
      // A repeated request sends no second email, because a second email would void the link in the
      // first.
      const { userId, eventIds } = await usedOnce.use<Asked>(request, `reset:${email}`, (keep) =>
        transaction(pool, async (connection) => {
          const resetId = randomUUID()
          const userId = await insertReset(connection, resetId, email, now())
          const events: UserEvent[] = userId
            ? [{ type: 'UserPasswordResetRequested', data: { userId, resetId } }]
            : []
          const origin = anonymousOrigin(request, now())
          const eventIds = await accountEvents.record(connection, origin, events)
          const asked = { userId, eventIds }
          await keep(connection, asked)
          return asked
        }),
      )
      if (userId) accountEvents.publishSoon(userId, eventIds)
      return successBody('If this address belongs to an account, we have mailed it a link')
    },
  })

  app.route({
    ...endpointRoute(accountEndpoints.resetPassword, {
      limit: { name: 'reset-password', requests: 20, seconds: 60 },
    }),
    handler: async (request, reply) => {
      const { password } = request.body
      const id = readMailedToken(tokenSecret, 'password-reset', request.params.token)
      const reset = await usedOnce.use<Reset>(request, `password-reset:${id}`, async (keep) => {
        const userId = await ownerOfLink(pool, id, now())
        assertStrongPassword(password)
        const owner = await accountById(pool, userId)
        if (owner) await assertNoNameInPassword(shared, owner, password)
        const passwordHash = await hashes.make(password, request.claimant)

        return transaction(pool, async (connection) => {
          const account = await redeemLink(connection, id, userId, { passwordHash, at: now() })
          await voidPasswordResets(connection, userId)
          await endSessions(connection, userId, now())
          await throttle.reset(account.email, connection)
          const events: UserEvent[] = [{ type: 'UserPasswordReset', data: { userId } }]
          if (!account.emailConfirmed) events.push({ type: 'UserEmailConfirmed', data: { userId } })
          if (account.status === 'pending') events.push({ type: 'UserActivated', data: { userId } })
          const origin = selfOrigin(request, userId, now())
          const eventIds = await accountEvents.record(connection, origin, events)
          const done = { userId, passwordVersion: account.passwordVersion + 1, eventIds }
          await keep(connection, done)
          return done
        })
      })
      // The person who opened the mailed link owns the mailbox, so their browser becomes a known
      // device, whose sign-in attempts are counted separately.
      devices.remember(reply, reset)
      withPosition(reply, await accountEvents.publish(reset.userId, reset.eventIds))
      return successBody('Password reset successful')
    },
  })
}
