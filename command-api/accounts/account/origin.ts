import { randomUUID } from 'node:crypto'
import type { Origin } from '@strand/platform/http/command-origin'
import type { FastifyRequest } from 'fastify'

/** The origin of an act on the person's own account before they are signed in. */
export const selfOrigin = (request: FastifyRequest, userId: string, at: Date): Origin => ({
  commandId: randomUUID(),
  correlationId: request.id,
  at,
  actor: { kind: 'staff', id: userId },
})

/** The origin of an act on an account by someone whose identity is not proved. */
export const anonymousOrigin = (request: FastifyRequest, at: Date): Origin => ({
  commandId: randomUUID(),
  correlationId: request.id,
  at,
  actor: { kind: 'system', id: 'command-api' },
})
