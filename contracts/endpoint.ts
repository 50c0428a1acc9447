import type { z } from 'zod'
import type { Permission } from './accounts/permission.ts'

/** Minimum length of an unguessable key; a shorter one does not identify a client. */
export const onceKeyLength = 20
/**
 * For how many minutes a client that lost the answer to a `once` call (below) can get it again:
 * longer than clients keep retrying, and longer than a session lasts without requests.
 */
export const repeatableMinutes = 20

type Definition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters are written as `:name`. */
  path: `/api/${string}`
  /** One line, imperative: `List pending orders`. */
  summary: string
  /**
   * `public`: anyone. `session`: the handler checks the session's token in the body. `signed-in`:
   * any valid session, for the caller's own account. A permission: active staff whose role has it;
   * with `orToken`, also a program with `LOG_READ_TOKEN` as its bearer token.
   */
  access: 'public' | 'session' | 'signed-in' | { permission: Permission; orToken?: 'log-read' }
  /**
   * The call consumes something that works only once. For `repeatableMinutes`, the same client gets
   * the same answer again if it repeats the body and the `Idempotency-Key` of `onceKeyLength`
   * characters.
   */
  once?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The schema of each successful answer, by status. */
  response?: Record<number, z.ZodType>
  /** Media types of a streamed successful answer. */
  streams?: string[]
}

export type Endpoint = Definition & { operationId: string; tag: string }

/** One feature's endpoints, by operation id. Those for customers are in separate files. */
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
