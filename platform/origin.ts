import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { eventIdOf } from './event-id.ts'
import type { EventToAppend, JsonObject } from './event-store.ts'

/** The origin of a command; its events carry it in their metadata. */
export type Origin = {
  /** The events' ids derive from it. */
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

/** The same origin for one part of a bulk command, with its own event ids. */
export const partOf = (origin: Origin, part: string): Origin => ({
  ...origin,
  commandId: `${origin.commandId}:${part}`,
})

/** Converts a command's decided events for the log, for `handleCommand`'s `write`. */
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
