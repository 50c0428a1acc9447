import { userArchiving } from '@strand/contracts/accounts/endpoints'
import { openMutex } from '@strand/event-sourcing/async/mutex'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { type Origin, staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { registerBulkRoute } from '../shared/bulk.routes.ts'
import { sendChanged } from '../shared/row-position.ts'
import { accountById } from './account/account.ts'
import { type ChangeOptions, changeAccount } from './account/change-account.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertMayArchive, assertMayRestore, assertStillManages } from './rules.ts'
import { endSessions, voidPasswordResets } from './session/sessions.ts'

type Action = 'archive' | 'restore'

/** Call this under `lockUserChanges`; otherwise the count may be out of date when it is used. */
export const activeSuperadministrators = async (connection: Connection): Promise<number> => {
  const { rows } = await connection.query<{ count: number }>(
    `select count(*)::int as count from account
     where role = 'superadministrator' and status = 'active'`,
  )
  return rows[0]?.count ?? 0
}

const { archive, archiveMany, restore, restoreMany } = userArchiving
const routes = [
  { action: 'archive', one: archive, many: archiveMany, outcome: 'archived' },
  { action: 'restore', one: restore, many: restoreMany, outcome: 'restored' },
] as const

export const userArchiveRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { eventStore, now } = shared
  // Changes to accounts queue here instead of in the database, so that a waiting change holds no
  // database connection.
  const mutex = openMutex()
  app.addHook('preHandler', async () => eventStore.health())

  for (const { action, one, many, outcome } of routes) {
    app.route({
      ...endpointRoute(one),
      handler: async (request, reply) => {
        const origin = staffOrigin(request, now())
        const position = await archiveOrRestore(shared, origin, request.params.id, action)
        return sendChanged(reply, position, `The user was ${outcome}`)
      },
    })

    registerBulkRoute(app, {
      endpoint: many,
      act: async (id, origin) => ({
        position: await mutex.runExclusive(() => archiveOrRestore(shared, origin, id, action)),
      }),
      message: (share) => `${share} users ${outcome}`,
      now,
    })
  }
}

export const archiveOrRestore = (
  shared: ChangeOptions,
  origin: Origin,
  targetId: string,
  action: Action,
): Promise<Position | null> =>
  changeAccount(shared, origin, targetId, async (connection) => {
    const actor = assertStillManages(await accountById(connection, origin.actor.id), [
      'superadministrator',
      'administrator',
    ])
    const target = await accountById(connection, targetId, 'lock')
    if (!target) throw new Rejected('not-found', 'There is no user with this id')
    const { userId } = target
    if (action === 'restore') {
      assertMayRestore(actor, target)
      await connection.query(
        `update account set status = coalesce(status_before, 'pending'), status_before = null
         where user_id = $1`,
        [userId],
      )
      return [{ type: 'UserRestored', data: { userId } }]
    }
    assertMayArchive(actor, target, await activeSuperadministrators(connection))
    await connection.query(
      `update account set status = 'archived', status_before = status where user_id = $1`,
      [userId],
    )
    await endSessions(connection, userId, origin.at)
    await voidPasswordResets(connection, userId)
    return [{ type: 'UserArchived', data: { userId } }]
  })
