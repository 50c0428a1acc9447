import type { z } from 'zod'
import type { Permission } from './accounts/permission.ts'

/** The minimum length of a random idempotency key. A shorter key does not identify a client. */
export const onceKeyLength = 20
/**
 * For this many minutes, a client can repeat a `once` call and get its answer again. This is longer
 * than clients retry, and longer than an unused session lasts.
 */
export const repeatableMinutes = 20

type Definition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters have the form `:name`. */
  path: `/api/${string}`
  /** One imperative line: `List pending orders`. */
  summary: string
  /**
   * Who may call this.
   * - `public`: anyone
   * - `session`: the handler checks the session's token in the body
   * - `signed-in`: any valid session, for the caller's own account
   * - a permission: active staff whose role has it; with `orToken`, also a program with the bearer
   *   token `LOG_READ_TOKEN`
   */
  access: 'public' | 'session' | 'signed-in' | { permission: Permission; orToken?: 'log-read' }
  /**
   * For a call that uses something up, such as a token that works only once. If a client repeats
   * the call with the same body and `Idempotency-Key` within `repeatableMinutes`, it gets the first
   * answer again. The key has at least `onceKeyLength` characters.
   */
  once?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The schema of each successful answer, by HTTP status. */
  response?: Record<number, z.ZodType>
  /** The media types of a successful answer that is a stream. */
  streams?: string[]
}

export type Endpoint = Definition & { operationId: string; tag: string }

/**
 * One feature's endpoints, by operation id. Endpoints for customers are in files of their own, so
 * that customers' pages load only those.
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
