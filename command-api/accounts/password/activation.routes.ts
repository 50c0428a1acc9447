import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import type { UserEvent } from '@strand/contracts/accounts/events'
import {
  activationOutdated,
  activationTokenUsed,
  invitationExpired,
} from '@strand/contracts/accounts/session'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import { type Connection, transaction } from '@strand/event-sourcing/postgres/pool'
import { readMailedToken } from '@strand/platform/crypto/mailed-token'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById, isInvitationExpired } from '../account/account.ts'
import { selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'

const outdatedLink = () => new Rejected('invalid', activationOutdated)

type Activated = { eventIds: string[]; isActive: boolean }

/**
 * Handles the link in the invitation, which confirms the address. The account becomes active once
 * the address is confirmed and the owner has chosen a password, in either order.
 */
export const activationRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, tokenSecret, usedOnce, accountEvents, now } = shared

  app.route({
    ...endpointRoute(accountEndpoints.activateAccount, {
      limit: { name: 'activate', requests: 20, seconds: 60 },
    }),
    // No HEAD route, because an email scanner's HEAD request must not use up the link.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const userId = readMailedToken(tokenSecret, 'activation', request.params.token)
      if (userId === null) throw outdatedLink()
      const activate = async (connection: Connection) => {
        const account = await accountById(connection, userId, 'lock')
        if (!account || account.status === 'archived') throw outdatedLink()
        // The specification's screen compares this exact text, and then shows the password form.
        if (account.emailConfirmed) throw conflict(activationTokenUsed)
        if (isInvitationExpired(account, now())) throw new Rejected('invalid', invitationExpired)
        const becomesActive = account.status === 'pending' && account.passwordChosen
        await connection.query(
          `update account set email_confirmed_at = $2,
             status = case when $3 then 'active' else status end
           where user_id = $1`,
          [userId, now(), becomesActive],
        )
        const events: UserEvent[] = [{ type: 'UserEmailConfirmed', data: { userId } }]
        if (becomesActive) events.push({ type: 'UserActivated', data: { userId } })
        const origin = selfOrigin(request, userId, now())
        return {
          eventIds: await accountEvents.record(connection, origin, events),
          isActive: becomesActive,
        }
      }
      const { eventIds, isActive } = await usedOnce.use<Activated>(
        request,
        `activation:${userId}`,
        (keep) =>
          transaction(pool, async (connection) => {
            const activated = await activate(connection)
            await keep(connection, activated)
            return activated
          }),
      )
      withPosition(reply, await accountEvents.publish(userId, eventIds))
      return successBody(
        isActive
          ? 'Your account is active'
          : 'Your address is confirmed. Now choose your own password',
      )
    },
  })
}
