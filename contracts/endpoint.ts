import type { z } from 'zod'
import type { Permission } from './accounts/permission.ts'

/** Minimum length of a key that cannot be guessed; a shorter one identifies no client. */
export const onceKeyLength = 20
/** Clients stop retrying before this, and an unused session ends before it too. */
export const repeatableMinutes = 20

type Definition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters as `:name`. */
  path: `/api/${string}`
  /** One line, imperative: `List pending orders`. */
  summary: string
  /**
   * `public`: anyone. `session`: the handler checks the session's token in the body. `signed-in`:
   * any valid session, for one's own account. A permission: active staff whose role has it;
   * with `orToken`, also a program with `LOG_READ_TOKEN` as its bearer token.
   */
  access: 'public' | 'session' | 'signed-in' | { permission: Permission; orToken?: 'log-read' }
  /**
   * The call uses up something that works only once. For `repeatableMinutes`, the same client gets its
   * answer again with the same body and the same `Idempotency-Key` of `onceKeyLength` characters.
   */
  once?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The schema of each successful answer, by status. */
  response?: Record<number, z.ZodType>
  /** Media types of a successful answer that is a stream. */
  streams?: string[]
}

export type Endpoint = Definition & { operationId: string; tag: string }

/**
 * Endpoints of one feature, by operation id. Those that customers call have files of their own.
 */
export const endpoints = <const D extends Record<string, Definition>>(
  tag: string,
  definitions: D,
) => {
  const named = Object.entries(definitions).map(([operationId, definition]) => [
    operationId,
    { ...definition, operationId, tag },
  ])
  return Object.fromEntries(named) as {
    [K in keyof D]: D[K] & { operationId: string; tag: string }
  }
}
