import { randomUUID } from 'node:crypto'
import type { Origin } from '@strand/platform/http/command-origin'
import type { FastifyRequest } from 'fastify'

/** The origin of a command that someone gives for their own account before they are signed in. */
export const selfOrigin = (request: FastifyRequest, userId: string, at: Date): Origin => ({
  commandId: randomUUID(),
  correlationId: request.id,
  at,
  actor: { kind: 'staff', id: userId },
})

/** The origin of a command for an account by someone whose identity has not been verified. */
export const anonymousOrigin = (request: FastifyRequest, at: Date): Origin => ({
  commandId: randomUUID(),
  correlationId: request.id,
  at,
  actor: { kind: 'system', id: 'command-api' },
})
