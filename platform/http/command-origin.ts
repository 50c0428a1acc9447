import { randomUUID } from 'node:crypto'
import type { EventToAppend, JsonObject } from '@strand/event-sourcing/event-store/event-store'
import type { FastifyRequest } from 'fastify'
import './idempotency-key.ts'
import { eventIdOf } from '@strand/event-sourcing/commands/event-id'

/** Where a command comes from; its events carry this in their metadata. */
export type Origin = {
  /**
   * The events' ids are derived from this id. A retry with the same idempotency key has the same
   * id.
   */
  commandId: string
  correlationId: string
  at: Date
  actor: { kind: 'customer' | 'staff' | 'system'; id: string }
}

export type StoredOrigin = Omit<Origin, 'at'> & { at: string }

export const originFrom = (stored: StoredOrigin): Origin => ({
  ...stored,
  at: new Date(stored.at),
})

export const staffOrigin = (request: FastifyRequest, at: Date): Origin => {
  if (!request.principal) throw new Error('a staff command on a route that anyone may call')
  return {
    commandId: request.commandId ?? randomUUID(),
    correlationId: request.id,
    at,
    actor: { kind: 'staff', id: request.principal.userId },
  }
}

/** The origin of one part of a bulk command, whose events have their own ids. */
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
 * Encodes a command's events for the log, with their ids and the metadata of their origin.
 *
 * @returns a function; `index` counts the command's events, from 0
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
