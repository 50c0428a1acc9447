import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { eventIdOf } from './event-id.ts'
import type { EventToAppend, JsonObject } from './event-store.ts'

/** Where a command comes from; what its events carry in their metadata. */
export type Origin = {
  /** The events' ids are made from it. */
  commandId: string
  correlationId: string
  at: Date
  actor: { kind: 'customer' | 'staff' | 'system'; id: string }
}

/** The origin of a request by a signed-in member of staff. */
export const staffOrigin = (request: FastifyRequest, at: Date): Origin => {
  if (!request.principal) throw new Error('a staff command on a route that anyone may call')
  return {
    commandId: randomUUID(),
    correlationId: request.id,
    at,
    actor: { kind: 'staff', id: request.principal.userId },
  }
}

/** The same origin for one part of a bulk command: it makes event ids of its own. */
export const partOf = (origin: Origin, part: string): Origin => ({
  ...origin,
  commandId: `${origin.commandId}:${part}`,
})

/** Decided events of a command as the log takes them, for `handleCommand`'s `write`. */
export const stampedBy =
  (origin: Origin, schemaVersion = 1) =>
  (event: { type: string; data: JsonObject }, index: number): EventToAppend => ({
    id: eventIdOf(origin.commandId, index),
    type: event.type,
    data: event.data,
    metadata: {
      at: origin.at.toISOString(),
      correlationId: origin.correlationId,
      causationId: origin.commandId,
      actor: origin.actor,
      schemaVersion,
    },
  })
