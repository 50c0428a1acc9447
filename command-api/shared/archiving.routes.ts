import { CommandAnswer } from '@strand/contracts/answer'
import { pathIdentifier } from '@strand/contracts/text'
import type { Now } from '@strand/platform/clock'
import { type Origin, staffOrigin } from '@strand/platform/commands/origin'
import type { Position } from '@strand/platform/event-store/event-store'
import { type HttpServer, successBody, withPosition } from '@strand/platform/http/server'
import { z } from 'zod'
import { registerBulkRoute } from './bulk.routes.ts'

type ArchivingAction = (
  id: string,
  origin: Origin,
) => Promise<{ name: string; position: Position | null }>

/**
 * The four calls that archive and restore things of one kind, one or many at a time: `DELETE
 * /api/admin/delete-<path>(/{id})` and `PUT /api/admin/restore-<path>(/{id})`.
 */
export const registerArchivingRoutes = (
  app: HttpServer,
  options: {
    path: string
    /** The plural in words: `orders`. */
    things: string
    config: { access: { permission: string }; takesEffectIn?: string[] }
    archive: ArchivingAction
    restore: ArchivingAction
    now: Now
  },
) => {
  const { path, things, config, now } = options
  for (const { method, url, act, done } of [
    { method: 'DELETE', url: `/api/admin/delete-${path}`, act: options.archive, done: 'archived' },
    { method: 'PUT', url: `/api/admin/restore-${path}`, act: options.restore, done: 'restored' },
  ] as const) {
    app.route({
      method,
      url: `${url}/:id`,
      config,
      schema: { params: z.object({ id: pathIdentifier }), response: { 200: CommandAnswer } },
      handler: async (request, reply) => {
        const { name, position } = await act(request.params.id, staffOrigin(request, now()))
        return withPosition(reply, position).send(successBody(`${name} has been ${done}`))
      },
    })
    registerBulkRoute(app, {
      ...{ method, url, config, act, now },
      message: (share) => `${share} ${things} ${done}`,
    })
  }
}
