import { type ViewEvent, viewEvents, viewStream } from '@strand/contracts/views/events'
import { permissionOfList, type SaveView, viewEndpoints } from '@strand/contracts/views/view'
import { eventsOfCommand, uuidFrom } from '@strand/event-sourcing/commands/event-id'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import type { EventStore, Position } from '@strand/event-sourcing/event-store/event-store'
import { lockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { type Origin, staffOrigin, withMetadata } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import type { Principal } from '@strand/platform/http/principal'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { deleteView, insertView, type SavedView, savedView, updateView } from './saved-view.ts'

type Options = { pool: Pool; eventStore: EventStore; now: Now }

export const viewRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { now } = options

  app.route({
    ...endpointRoute(viewEndpoints.createView),
    handler: async (request, reply) => {
      const principal = principalOf(request)
      const { body: view } = request
      assertMaySave(principal, view)
      const origin = staffOrigin(request, now())
      const viewId = uuidFrom(origin.commandId, 'view')
      const position = await change(options, origin, viewId, async (connection, before) => {
        if (before) return null
        await insertView(connection, { viewId, userId: principal.userId, view })
        return view.shared ? { type: 'ViewShared', data: { viewId, list: view.list } } : null
      })
      reply.code(201)
      return withPosition(reply, position).send(
        successBody(`The view “${view.name}” has been saved`, { viewid: viewId }),
      )
    },
  })

  app.route({
    ...endpointRoute(viewEndpoints.updateView),
    handler: async (request, reply) => {
      const principal = principalOf(request)
      const { body: view } = request
      const viewId = request.params.viewId.toLowerCase()
      assertMaySave(principal, view)
      const origin = staffOrigin(request, now())
      const position = await change(options, origin, viewId, async (connection, before) => {
        assertMayChange(principal, before)
        await updateView(connection, viewId, view)
        const { list } = view
        if (view.shared)
          return {
            type: before.shared ? 'SharedViewChanged' : 'ViewShared',
            data: { viewId, list },
          }
        return before.shared ? { type: 'SharedViewRemoved', data: { viewId, list } } : null
      })
      return withPosition(reply, position).send(
        successBody(`The view “${view.name}” has been saved`),
      )
    },
  })

  app.route({
    ...endpointRoute(viewEndpoints.deleteView),
    handler: async (request, reply) => {
      const viewId = request.params.viewId.toLowerCase()
      const origin = staffOrigin(request, now())
      const position = await change(options, origin, viewId, async (connection, before) => {
        // The view is already gone. Perhaps this command deleted it before, and its answer was
        // lost.
        if (!before) return null
        assertMayChange(principalOf(request), before)
        await deleteView(connection, viewId)
        const { list } = before
        return before.shared ? { type: 'SharedViewRemoved', data: { viewId, list } } : null
      })
      return withPosition(reply, position).send(successBody('The view has been deleted'))
    },
  })
}

const assertMaySave = ({ permissions }: Principal, { list, shared }: SaveView) => {
  if (!permissions.includes(permissionOfList(list)))
    throw new Rejected('forbidden', 'You do not have permission to see this list')
  if (shared && !permissions.includes('orders.manage'))
    throw new Rejected('forbidden', 'You do not have permission to share a view')
}

/**
 * Owners may change their own views, and superadministrators may change shared views. For everyone
 * else, a private view does not exist.
 */
function assertMayChange(
  { userId, role }: Principal,
  view: SavedView | null,
): asserts view is SavedView {
  if (view?.userId === userId) return
  if (!view?.shared) throw new Rejected('not-found', 'There is no view with this id')
  if (role !== 'superadministrator')
    throw new Rejected('forbidden', 'Only its owner or a superadministrator may change this view')
}

/**
 * Changes the row, and records the public part of the change, one change at a time. The event is
 * appended inside the transaction, so that nothing changes without the log.
 */
const change = (
  { pool, eventStore }: Options,
  origin: Origin,
  viewId: string,
  decide: (connection: Connection, before: SavedView | null) => Promise<ViewEvent | null>,
): Promise<Position | null> =>
  transaction(pool, async (connection) => {
    await lockTransaction(connection, 'strand saved views')
    const stream = viewStream(viewId)
    const repeated = eventsOfCommand(await eventStore.readStream(stream), origin.commandId).at(-1)
    if (repeated) return repeated.position
    const event = await decide(connection, await savedView(connection, viewId))
    if (!event) return null
    const appended = await eventStore.append(
      stream,
      [withMetadata(viewEvents, origin)(event)],
      'any',
    )
    if (!appended.ok) throw conflict('The view was not saved, please try again')
    return appended.position
  })
