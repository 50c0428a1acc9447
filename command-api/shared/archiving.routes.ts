import type { ArchivingEndpoints, BulkEndpoint } from '@strand/contracts/archiving-endpoints'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import type { Now } from '@strand/platform/clock'
import { type Origin, staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { HttpServer } from '@strand/platform/http/server'
import { registerBulkRoute } from './bulk.routes.ts'
import { seenPosition, sendChanged } from './row-position.ts'

type ArchivingAction = (
  id: string,
  origin: Origin,
  seen: string | undefined,
  details: unknown,
) => Promise<{ name: string; position: Position | null }>

/** The four routes that archive and restore things of one kind, one or many at a time. */
export const registerArchivingRoutes = (
  app: HttpServer,
  options: {
    endpoints: Omit<ArchivingEndpoints, `${string}Many`> &
      Record<'archiveMany' | 'restoreMany', BulkEndpoint>
    things: string
    config?: { takesEffectIn: string[] }
    archive: ArchivingAction
    restore: ArchivingAction
    now: Now
  },
) => {
  const { endpoints, things, config, now } = options
  const { archive, archiveMany, restore, restoreMany } = endpoints
  for (const { one, many, act, done } of [
    { one: archive, many: archiveMany, act: options.archive, done: 'archived' },
    { one: restore, many: restoreMany, act: options.restore, done: 'restored' },
  ] as const) {
    app.route({
      ...endpointRoute(one, config),
      handler: async (request, reply) => {
        const origin = staffOrigin(request, now())
        const seen = seenPosition(request)
        const { name, position } = await act(request.params.id, origin, seen, request.body)
        return sendChanged(reply, position, `${name} has been ${done}`)
      },
    })
    registerBulkRoute(app, {
      endpoint: many,
      act,
      now,
      ...(config && { config }),
      message: (share) => `${share} ${things} ${done}`,
    })
  }
}
