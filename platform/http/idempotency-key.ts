import { invalidInput } from '@strand/event-sourcing/errors'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** The command's id, the same for every repetition; undefined if the client sent no key. */
    commandId?: string
  }
}

/**
 * The client's key, of up to 255 visible characters; null if the client sent none. Retries without
 * a key are not recognized.
 */
export const idempotencyKey = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw invalidInput([
    { path: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 255 plain characters' },
  ])
}
