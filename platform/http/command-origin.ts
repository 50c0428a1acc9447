import { randomUUID } from 'node:crypto'
import type { EventToAppend, JsonObject } from '@strand/event-sourcing/event-store/event-store'
import type { FastifyRequest } from 'fastify'
import './idempotency-key.ts'
import { eventIdOf } from '@strand/event-sourcing/commands/event-id'

/** The origin of a command, which its events carry in their metadata. */
export type Origin = {
  /** The events' ids derive from it. It is the same if a command is repeated with the same key. */
  commandId: string
  correlationId: string
  at: Date
  actor: { kind: 'customer' | 'staff' | 'system'; id: string }
}

/** An origin as a JSON column keeps it. */
export type StoredOrigin = Omit<Origin, 'at'> & { at: string }

export const originFrom = (stored: StoredOrigin): Origin => ({
  ...stored,
  at: new Date(stored.at),
})

/** The origin of a request by a signed-in staff member. */
export const staffOrigin = (request: FastifyRequest, at: Date): Origin => {
  if (!request.principal) throw new Error('a staff command on a route that anyone may call')
  return {
    commandId: request.commandId ?? randomUUID(),
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

type Encoder<Event> = {
  encode: (
    event: Event,
    metadata: { at: string; correlationId: string; causationId: string; actor: Origin['actor'] },
  ) => { type: string; data: JsonObject; metadata: JsonObject }
}

/**
 * Encodes a command's decided events for the log, with their ids and the metadata of their origin.
 * `index` numbers a command's events, from 0.
 */
export const withMetadata =
  <Event>(codec: Encoder<Event>, origin: Origin) =>
  (event: Event, index = 0): EventToAppend => ({
    id: eventIdOf(origin.commandId, index),
    ...codec.encode(event, {
      at: origin.at.toISOString(),
      correlationId: origin.correlationId,
      causationId: origin.commandId,
      actor: origin.actor,
    }),
  })
