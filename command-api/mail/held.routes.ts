import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { heldMailsEvents, heldMailsStream } from '@strand/contracts/mail/events'
import type { Now } from '@strand/platform/clock'
import { eventsOfCommand } from '@strand/platform/commands/event-id'
import { staffOrigin, withMetadata } from '@strand/platform/commands/origin'
import { Rejected } from '@strand/platform/errors'
import type { EventStore } from '@strand/platform/event-store/event-store'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import { dropHeld, listHeld, releaseHeld } from '@strand/platform/jobs/outbox-admission'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

type Options = { eventStore: EventStore; pool: Pool; now: Now }

/** Limit per call; a client with more held mails calls again. */
const mostAtOnce = 10_000

/**
 * Settles held mails: they are sent, bypassing every limit, or dropped for good. The event is
 * appended first, as in a mail retry: a crash leaves an entry in the user log and mails that are
 * still held, and a repeated command settles those and answers like the first.
 */
export const heldMailRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, pool, now } = options
  const decisionOf = async (commandId: string) => {
    const [own] = eventsOfCommand(await eventStore.readStream(heldMailsStream), commandId)
    return own && { ...own, mails: heldMailsEvents.decode(own).event.data.mails }
  }
  for (const { endpoint, type, settle, done } of [
    {
      endpoint: mailEndpoints.sendHeldMails,
      type: 'HeldMailsSent',
      settle: releaseHeld,
      done: 'sent',
    },
    {
      endpoint: mailEndpoints.dropHeldMails,
      type: 'HeldMailsDropped',
      settle: dropHeld,
      done: 'dropped',
    },
  ] as const)
    app.route({
      ...endpointRoute(endpoint),
      handler: async (request, reply) => {
        const origin = staffOrigin(request, now())
        const ids = request.body.ids?.map(Number)
        let decision = await decisionOf(origin.commandId)
        const held = await listHeld(pool, mostAtOnce, { ids, until: decision?.recordedAt })
        if (!decision) {
          if (held.length === 0)
            throw new Rejected('conflict', 'None of these mails is held any more')
          const event = withMetadata(
            heldMailsEvents,
            origin,
          )({ type, data: { mails: held.length } })
          await eventStore.append(heldMailsStream, [event], 'any')
          decision = await decisionOf(origin.commandId)
        }
        if (!decision) throw new Rejected('conflict', 'Please try again')
        await settle(pool, held)
        const { mails: result, position } = decision
        const message = `${result.toLocaleString('en-US')} held ${result === 1 ? 'mail is' : 'mails are'} ${done}`
        return withPosition(reply, position).send(successBody(message, { result }))
      },
    })
}
