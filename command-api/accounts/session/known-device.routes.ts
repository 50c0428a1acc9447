import { randomUUID } from 'node:crypto'
import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import type { UserEvent } from '@strand/contracts/accounts/events'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { readMailedToken } from '@strand/platform/crypto/mailed-token'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById } from '../account/account.ts'
import { selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'

/** In hours: how long a link is valid, and how long the person gets no second email. */
const linkHours = 24

/**
 * Call this when strangers' attempts for an address are slowed down; the event triggers an email to
 * the owner. Returns no event for an address without an owner, for an archived owner, or for an
 * owner who got such an email in the last 24 hours. The statement takes the same time in each case.
 */
export const warnOwner = async (
  connection: Connection,
  userId: string | null,
  now: Date,
): Promise<UserEvent[]> => {
  const { rows } = await connection.query<{ id: string; user_id: string }>(
    `with warned as (
       update account set sign_in_warned_at = $2
       where user_id = $1 and status <> 'archived' and (sign_in_warned_at is null
         or sign_in_warned_at <= $2::timestamptz - make_interval(hours => ${linkHours}))
       returning user_id
     )
     insert into known_device_link (id, user_id, made_at) select $3, user_id, $2 from warned
     returning id, user_id`,
    [userId, now, randomUUID()],
  )
  return rows.map(({ id, user_id }) => ({
    type: 'UserSignInSlowed',
    data: { userId: user_id, linkId: id },
  }))
}

type Confirmed = { userId: string; passwordVersion: number; eventIds: string[] }

/** The mailed link: the browser that opens it can sign in despite the throttle. */
export const knownDeviceRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, tokenSecret, devices, usedOnce, accountEvents, now } = shared
  app.route({
    ...endpointRoute(accountEndpoints.confirmDevice, {
      limit: { name: 'known-device', requests: 20, seconds: 60 },
    }),
    handler: async (request, reply) => {
      const linkId = readMailedToken(tokenSecret, 'known-device', request.params.token)
      if (linkId === null) throw outdatedLink()
      const confirm = async (connection: Connection): Promise<Confirmed | null> => {
        const { rows } = await connection.query<{ user_id: string }>(
          `update known_device_link set used_at = $2
           where id = $1 and used_at is null
             and made_at > $2::timestamptz - make_interval(hours => ${linkHours})
           returning user_id`,
          [linkId, now()],
        )
        const userId = rows[0]?.user_id
        const account = userId ? await accountById(connection, userId, 'lock') : null
        if (!account || account.status === 'archived') return null
        const event: UserEvent = { type: 'UserDeviceConfirmed', data: { userId: account.userId } }
        const origin = selfOrigin(request, account.userId, now())
        const eventIds = await accountEvents.record(connection, origin, [event])
        return { userId: account.userId, passwordVersion: account.passwordVersion, eventIds }
      }
      const confirmed = await usedOnce.use<Confirmed>(
        request,
        `known-device:${linkId}`,
        async (keep) => {
          const done = await transaction(pool, async (connection) => {
            const done = await confirm(connection)
            if (done) await keep(connection, done)
            return done
          })
          if (!done) throw (await wasUsed(pool, linkId)) ? usedLink() : outdatedLink()
          return done
        },
      )
      devices.remember(reply, confirmed)
      withPosition(reply, await accountEvents.publish(confirmed.userId, confirmed.eventIds))
      return successBody('This browser is confirmed as yours: please sign in')
    },
  })
}

const outdatedLink = () =>
  new Rejected('invalid', 'This link is no longer valid. Please reset your password instead.')
const usedLink = () => conflict('This link has already been used')

const wasUsed = async (pool: Pool, linkId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ used: boolean }>(
    'select used_at is not null as used from known_device_link where id = $1',
    [linkId],
  )
  return rows[0]?.used ?? false
}
