import type { FastifyContextConfig } from 'fastify'
import type { z } from 'zod'
import type { Access } from './guard.ts'

type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  operationId: string
  summary: string
  tag: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response?: Record<number, z.ZodType>
  streams?: readonly string[]
  once?: true
}

/** An endpoint's schemas under fastify's names, without those that it does not have. */
type Schema<E> = { operationId: string; summary: string; tags: string[] } & (E extends {
  params: infer P
}
  ? { params: P }
  : unknown) &
  (E extends { query: infer Q } ? { querystring: Q } : unknown) &
  (E extends { body: infer B } ? { body: B } : unknown) &
  (E extends { response: infer R } ? { response: R } : unknown)

/**
 * What fastify's `route` needs for an endpoint, except the handler.
 *
 * @param config what only the server knows: read models to wait for, rate limits
 */
export const endpointRoute = <E extends Endpoint>(
  endpoint: E,
  config: Omit<FastifyContextConfig, 'access' | 'streams' | 'once'> = {},
) => {
  const { method, path, operationId, summary, tag, access, streams, once } = endpoint
  const { params, query, body, response } = endpoint
  const schema = {
    operationId,
    summary,
    tags: [tag],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(response && { response: { ...response } }),
  }
  return {
    method,
    url: path,
    config: { ...config, access, ...(streams && { streams: [...streams] }), ...(once && { once }) },
    schema: schema as unknown as Schema<E>,
  }
}
