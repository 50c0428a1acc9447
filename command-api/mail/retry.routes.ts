import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { mailEvents, mailStream } from '@strand/contracts/mail/events'
import { MailKind, mailNames } from '@strand/contracts/mail/mail'
import { eventIdOf } from '@strand/event-sourcing/commands/event-id'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { findEntry, retryFailed } from '@strand/event-sourcing/outbox/outbox'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { staffOrigin, withMetadata } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

type Options = { eventStore: EventStore; pool: Pool; now: Now }

const idAfter = (prefix: string, stream: string) =>
  stream.startsWith(prefix) ? stream.slice(prefix.length) : null

/**
 * Sends a failed email again. The event's id derives from the email and its round, and the event is
 * appended first. So two requests at once, or a repetition after a crash between the two writes,
 * produce only one event and one new round. A command repeated under its key is recognized by its
 * causation id.
 */
export const mailRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, pool, now } = options
  app.route({
    ...endpointRoute(mailEndpoints.retryMail),
    handler: async (request, reply) => {
      const { id } = request.params
      const entry = /^\d{1,15}$/.test(id) ? await findEntry(pool, Number(id)) : null
      if (!entry) throw new Rejected('not-found', 'There is no email with this id')
      const kind = MailKind.parse(entry.kind)
      const origin = staffOrigin(request, now())
      if (entry.state === 'failed') {
        const encode = withMetadata(mailEvents, origin)
        const event = encode({
          type: 'MailRetried',
          data: {
            mailId: id,
            kind,
            orderId: idAfter('order-', entry.stream),
            userId: idAfter('user-', entry.stream),
          },
        })
        const eventId = eventIdOf(`mail-${entry.id}-round-${entry.round}`, 0)
        const { ok } = await eventStore.append(mailStream(id), [{ ...event, id: eventId }], 'any')
        if (ok) await retryFailed(pool, [entry.id])
      }
      // If several requests come at once, the event shows which of them sent the email again.
      const position = (await eventStore.readStream(mailStream(id))).find(
        ({ metadata }) => metadata.causationId === origin.commandId,
      )?.position
      if (position === undefined)
        throw conflict('This email has not failed, or was already sent again')
      return withPosition(reply, position).send(
        successBody(`The email '${mailNames[kind]}' is being sent again`),
      )
    },
  })
}
