import type { Endpoint } from '@strand/contracts/endpoint'
import type { Page } from '@strand/contracts/list'
import type { z } from 'zod'

export type QueryParams = Record<string, string | number | undefined>

type CallOptions = {
  /** In milliseconds. Default: 15 s. */
  timeout?: number
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The parameter names in a path, such as `orderId` in `/api/orders/:orderId/track`. */
type ParameterOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type ParamsOf<E extends Endpoint> = [ParameterOf<E['path']>] extends [never]
  ? unknown
  : { params: Record<ParameterOf<E['path']>, string> }

type QueryOf<E> = E extends { query: infer Q extends z.ZodType }
  ? { query?: { [Name in keyof z.input<Q>]?: string | number | undefined } }
  : 'query' extends keyof E
    ? { query?: QueryParams }
    : unknown

type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown

export type CallOf<E extends Endpoint> = CallOptions & ParamsOf<E> & QueryOf<E> & BodyOf<E>

export type AnswerOf<E> = E extends { response: infer R }
  ? { [Status in keyof R]: R[Status] extends z.ZodType ? z.output<R[Status]> : never }[keyof R]
  : unknown

export type ListEndpoint<Row> = Omit<Endpoint, 'response'> & {
  response: { 200: z.ZodType<Page<Row>> }
}

export type AnyCall = CallOptions & {
  params?: Record<string, string>
  query?: QueryParams
  body?: unknown
}

/** A call's address, without empty query parameters. */
export const callUrl = ({ path }: Pick<Endpoint, 'path'>, { params, query = {} }: AnyCall = {}) => {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return search.size > 0 ? `${filled}?${search}` : filled
}
