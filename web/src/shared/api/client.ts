import { ErrorAnswer } from '@strand/contracts/answer'
import type { z } from 'zod'
import { ApiError, defaultErrorMessage, timeoutMessage } from './api-error.ts'
import { latestPosition, recordPosition } from './log-position.ts'

/** Timeouts of calls in milliseconds. */
export const timeouts = { usual: 15_000, login: 15_000, logout: 3_000, createOrder: 30_000 }

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type QueryParams = Record<string, string | number | undefined>
export type CallOptions = {
  query?: QueryParams
  /** Milliseconds; 15 s by default. */
  timeout?: number
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Leave the bearer token out, as sign-in must. */
  anonymous?: boolean
}

/** Supplies the token for staff calls, and learns when the server no longer accepts it. */
export type TokenSource = {
  accessToken: () => string | null
  onUnauthorized: (path: string) => void
}
let tokenSource: TokenSource | null = null
export const registerTokenSource = (source: TokenSource | null): void => {
  tokenSource = source
}

const basePath = '/api'

/** The URL of a call, for links and uploads too. */
export const apiUrl = (path: string, query: QueryParams = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return `${basePath}${path}${search.size > 0 ? `?${search}` : ''}`
}

/** The headers of every call: the token and, on reads, the position to wait for. */
export const callHeaders = (method: Method, options: CallOptions = {}): Headers => {
  const headers = new Headers(options.headers)
  headers.set('accept', headers.get('accept') ?? 'application/json')
  const token = options.anonymous ? null : tokenSource?.accessToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  const position = method === 'GET' ? latestPosition() : null
  if (position) headers.set('x-min-position', position)
  return headers
}

/** Turns an unsuccessful answer into an error. */
export const apiErrorFrom = (status: number, text: string, retryAfter: string | null): ApiError => {
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // A proxy's page, or an empty body: only the status is left.
  }
  const { success, data } = ErrorAnswer.partial().safeParse(body)
  const message = (success && (data.message || data.responseMessage)) || ''
  return new ApiError(message || defaultErrorMessage, {
    status,
    details: success ? data.details : undefined,
    retryAfter: Number(retryAfter) || null,
  })
}

/** Tells the token source about a 401, for any call that had a token. */
export const reportUnauthorized = (error: ApiError, headers: Headers, path: string): void => {
  if (error.status === 401 && headers.has('authorization')) tokenSource?.onUnauthorized(path)
}

const networkError = (error: unknown, timedOut: boolean): ApiError =>
  timedOut
    ? new ApiError(timeoutMessage, { timeout: true })
    : new ApiError(error instanceof Error ? error.message : String(error), { network: true })

/** Makes one call, and returns the answer unchanged if it is a success. */
export const fetchResponse = async (
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Response> => {
  const headers = callHeaders(method, options)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const clock = AbortSignal.timeout(options.timeout ?? timeouts.usual)
  const signal = options.signal ? anySignal([options.signal, clock]) : clock
  let answer: Response
  try {
    answer = await fetch(apiUrl(path, options.query), {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    recordPosition(answer.headers.get('x-position'))
    if (answer.ok) return answer
    const error = apiErrorFrom(
      answer.status,
      await answer.text(),
      answer.headers.get('retry-after'),
    )
    reportUnauthorized(error, headers, path)
    throw error
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (options.signal?.aborted) throw error
    throw networkError(error, clock.aborted)
  }
}

/** Makes one call whose JSON answer must match the contract's schema. */
export const call = async <Schema extends z.ZodType>(
  schema: Schema,
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<z.infer<Schema>> => {
  const answer = await fetchResponse(method, path, body, options)
  let json: unknown
  try {
    json = await answer.json()
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw networkError(error, error instanceof DOMException && error.name === 'TimeoutError')
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ApiError(defaultErrorMessage, { status: answer.status })
}

export const get = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  options: CallOptions = {},
): Promise<z.infer<Schema>> => call(schema, 'GET', path, undefined, options)

// Phones got `AbortSignal.any` two years later than the rest of what this file uses.
const anySignal = (signals: AbortSignal[]): AbortSignal => {
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
  }
  return controller.signal
}
