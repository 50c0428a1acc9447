import type { BulkEndpoint } from '@strand/contracts/archiving-endpoints'
import type { Now } from '@strand/platform/clock'
import { inBulk } from '@strand/platform/commands/bulk'
import { type Origin, partOf, staffOrigin } from '@strand/platform/commands/origin'
import type { Position } from '@strand/platform/event-store/event-store'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { type HttpServer, successBody, withPosition } from '@strand/platform/http/server'

/** A route that runs one action for each id in the body, and answers for which ids it succeeded. */
export const registerBulkRoute = (
  app: HttpServer,
  options: {
    endpoint: BulkEndpoint
    config?: { takesEffectIn: string[] }
    act: (
      id: string,
      origin: Origin,
      seen: string | undefined,
    ) => Promise<{ position: Position | null }>
    /** The answer's text; `share` is such as `2 of 4`. */
    message: (share: string) => string
    now: Now
  },
) => {
  const { endpoint, config, act, message, now } = options
  app.route({
    ...endpointRoute(endpoint, config),
    handler: async (request, reply) => {
      const origin = staffOrigin(request, now())
      const { ids, positions: seen } = request.body
      const { done, failed, positions, position } = await inBulk(
        ids,
        async (id) => (await act(id, partOf(origin, id), seen[id])).position,
        request.log,
      )
      const share = `${done.length} of ${done.length + failed.length}`
      return withPosition(reply, position).send(
        successBody(message(share), { result: done, failed, positions }),
      )
    },
  })
}
