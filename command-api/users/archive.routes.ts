import { userArchiving } from '@strand/contracts/users/endpoints'
import { openSemaphore } from '@strand/platform/async/semaphore'
import { inBulk } from '@strand/platform/commands/bulk'
import { type Origin, partOf, staffOrigin } from '@strand/platform/commands/origin'
import { Rejected } from '@strand/platform/errors'
import type { Position } from '@strand/platform/event-store/event-store'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import { type Connection, transaction } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById, lockUserChanges } from './account/account.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertMayArchive, assertMayRestore, assertStillManages } from './rules.ts'
import { endSessions, voidPasswordResets } from './session/sessions.ts'

type Action = 'archive' | 'restore'

/** Call this under `lockUserChanges`; otherwise the count may be stale when it is used. */
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

/** Archiving and restoring people, one or many at a time. */
export const userArchiveRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { eventStore, log, now } = shared
  // Changes of people wait for each other in the database; those that wait here hold no connection.
  const mutex = openSemaphore({ atOnce: 1, queue: 1_000 })

  for (const { action, one, many, outcome } of routes) {
    app.route({
      ...endpointRoute(one),
      handler: async (request, reply) => {
        await eventStore.health()
        const { userId } = principalOf(request)
        const origin = staffOrigin(request, now())
        withPosition(reply, await changeOne(shared, origin, userId, request.params.id, action))
        return successBody(`The user was ${outcome}`)
      },
    })

    app.route({
      ...endpointRoute(many),
      handler: async (request, reply) => {
        await eventStore.health()
        const { userId } = principalOf(request)
        const origin = staffOrigin(request, now())
        const { done, failed, position } = await inBulk(
          request.body,
          (id) => mutex(() => changeOne(shared, partOf(origin, id), userId, id, action)),
          log,
        )
        withPosition(reply, position)
        const message = `${done.length} of ${done.length + failed.length} users ${outcome}`
        return successBody(message, { result: done, failed })
      },
    })
  }
}

const changeOne = async (
  { pool, accountEvents }: UserDependencies,
  origin: Origin,
  actorId: string,
  targetId: string,
  action: Action,
): Promise<Position> => {
  const eventIds = await transaction(pool, async (connection) => {
    await lockUserChanges(connection)
    const actor = assertStillManages(await accountById(connection, actorId), [
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
      return accountEvents.record(connection, origin, [{ type: 'UserRestored', data: { userId } }])
    }
    assertMayArchive(actor, target, await activeSuperadministrators(connection))
    await connection.query(
      `update account set status = 'archived', status_before = status where user_id = $1`,
      [userId],
    )
    await endSessions(connection, userId, origin.at)
    await voidPasswordResets(connection, userId)
    return accountEvents.record(connection, origin, [{ type: 'UserArchived', data: { userId } }])
  })
  return accountEvents.publish(targetId.toLowerCase(), eventIds)
}
