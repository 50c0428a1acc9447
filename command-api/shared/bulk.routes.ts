import type { BulkEndpoint } from '@strand/contracts/archiving-endpoints'
import { inBulk, type Recorded } from '@strand/event-sourcing/commands/bulk'
import type { Now } from '@strand/platform/clock'
import { type Origin, partOf, staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { type HttpServer, successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Act = (id: string, origin: Origin, seen: string | undefined) => Promise<Recorded>
/** The answer's text; `share` is, for example, `2 of 4`. */
type Message = (share: string) => string

/**
 * Runs an action for each id of a bulk command. The answer lists the ids that succeeded and those
 * that failed.
 */
export const sendBulk = async (
  request: FastifyRequest,
  reply: FastifyReply,
  command: {
    ids: string[]
    positions: Record<string, string>
    origin: Origin
    act: Act
    message: Message
  },
) => {
  const { ids, positions: seen, origin, act, message } = command
  const { done, failed, positions, position } = await inBulk(
    ids,
    async (id) => act(id, partOf(origin, id), seen[id]),
    request.log,
  )
  const share = `${done.length} of ${done.length + failed.length}`
  return withPosition(reply, position).send(
    successBody(message(share), { result: done, failed, positions }),
  )
}

export const registerBulkRoute = (
  app: HttpServer,
  options: {
    endpoint: BulkEndpoint
    config?: { takesEffectIn: string[] }
    act: (...given: [...Parameters<Act>, details: unknown]) => ReturnType<Act>
    message: Message
    now: Now
  },
) => {
  const { endpoint, config, act, message, now } = options
  app.route({
    ...endpointRoute(endpoint, config),
    handler: (request, reply) =>
      sendBulk(request, reply, {
        ...request.body,
        message,
        origin: staffOrigin(request, now()),
        act: (id, origin, seen) => act(id, origin, seen, request.body),
      }),
  })
}
