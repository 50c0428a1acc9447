import { counted } from '@strand/contracts/counted'
import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import {
  type HeldMailsEvent,
  heldMailsEvents,
  heldMailsStream,
} from '@strand/contracts/mail/events'
import { eventsOfCommand } from '@strand/event-sourcing/commands/event-id'
import { conflict } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { listByState, retryFailed } from '@strand/event-sourcing/outbox/outbox'
import { dropHeld, releaseHeld } from '@strand/event-sourcing/outbox/outbox-admission'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { staffOrigin, withMetadata } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

type Options = { eventStore: EventStore; pool: Pool; now: Now }

const maxAtOnce = 10_000

type Command = {
  endpoint: (typeof mailEndpoints)['sendFailedMails' | 'sendHeldMails' | 'dropHeldMails']
  state: 'failed' | 'held'
  type: HeldMailsEvent['type']
  settle: (pool: Pool, ids: number[]) => Promise<number>
  /** The outcome in words, for one email and for several. */
  done: [one: string, several: string]
}

const commands: Command[] = [
  {
    endpoint: mailEndpoints.sendFailedMails,
    state: 'failed',
    settle: retryFailed,
    type: 'FailedMailsSent',
    done: ['is being sent again', 'are being sent again'],
  },
  {
    endpoint: mailEndpoints.sendHeldMails,
    state: 'held',
    settle: releaseHeld,
    type: 'HeldMailsSent',
    done: ['is being sent', 'are being sent'],
  },
  {
    endpoint: mailEndpoints.dropHeldMails,
    state: 'held',
    settle: dropHeld,
    type: 'HeldMailsDropped',
    done: ['was dropped', 'were dropped'],
  },
]

/**
 * Sends failed emails again; sends held emails, past every limit, or drops them for good. The event
 * is appended first, as for a single email. So a crash can leave an entry in the user log while the
 * emails keep their state. The repeated command then sends or drops them, and gives the same answer
 * as the first.
 */
export const bulkMailRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, pool, now } = options
  const decisionOf = async (commandId: string) => {
    const [own] = eventsOfCommand(await eventStore.readStream(heldMailsStream), commandId)
    return own && { ...own, mails: heldMailsEvents.decode(own).event.data.mails }
  }
  for (const { endpoint, state, type, settle, done } of commands)
    app.route({
      ...endpointRoute(endpoint),
      handler: async (request, reply) => {
        const origin = staffOrigin(request, now())
        const before = await decisionOf(origin.commandId)
        const ids = await listByState(pool, state, maxAtOnce, {
          ids: request.body.ids?.map(Number),
          until: before?.recordedAt,
        })
        if (!before && ids.length > 0) {
          const encode = withMetadata(heldMailsEvents, origin)
          const event = encode({ type, data: { mails: ids.length } })
          await eventStore.append(heldMailsStream, [event], 'any')
        }
        // If none of the emails is left, the same command may have sent or dropped them since the
        // first check.
        const decision = before ?? (await decisionOf(origin.commandId))
        if (!decision) throw conflict(`None of these emails is ${state} any more`)
        await settle(pool, ids)
        const { mails: result, position } = decision
        const message = counted(result, `${state} email ${done[0]}`, `${state} emails ${done[1]}`)
        return withPosition(reply, position).send(successBody(message, { result }))
      },
    })
}
