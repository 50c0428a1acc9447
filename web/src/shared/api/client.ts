import { ErrorAnswer } from '@strand/contracts/answer'
import type { Endpoint } from '@strand/contracts/endpoint'
import type { z } from 'zod'
import { ApiError, defaultErrorMessage, timeoutMessage } from './api-error.ts'
import { type AnswerOf, type AnyCall, type CallOf, callUrl } from './endpoint-call.ts'
import { latestPosition, recordPosition } from './log-position.ts'
import { noteServerTime } from './server-time.ts'

/** In milliseconds. */
export const timeouts = { usual: 15_000, login: 15_000, logout: 3_000, createOrder: 30_000 }

/** Provides the token for staff calls, and is told when the server refuses it. */
type TokenSource = {
  accessToken: () => string | null
  onUnauthorized: () => void
  /** Keys that identify commands, so that the server applies a repeated command only once. */
  commandKeys?: { keyFor: (command: string) => string; settle: (command: string) => void }
}
let tokenSource: TokenSource | null = null
export const registerTokenSource = (source: TokenSource | null): void => {
  tokenSource = source
}

const isOpen = (access: Endpoint['access']) => access === 'public' || access === 'session'

/**
 * A call's headers: the token, if the endpoint needs one, and for a read the log position that the
 * server should wait for.
 */
export const callHeaders = (
  { method, access }: Pick<Endpoint, 'method' | 'access'>,
  given: Record<string, string> = {},
): Headers => {
  const headers = new Headers({ accept: 'application/json', ...given })
  const token = isOpen(access) ? null : tokenSource?.accessToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  const position = method === 'GET' ? latestPosition() : null
  if (position) headers.set('x-min-position', position)
  return headers
}

/**
 * Whether `fetchResponse` should give the call a key. Commands about the user's own account get
 * none, because a key is kept together with the command's text, which may contain a password.
 * `callOnce` chooses its own keys.
 */
const isStaffCommand = ({ method, access }: Endpoint) =>
  method !== 'GET' && typeof access === 'object'

export const apiErrorFrom = (status: number, text: string, retryAfter: string | null): ApiError => {
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // The body is empty, or is a page from a proxy. Only the status is known.
  }
  const { success, data } = ErrorAnswer.partial().safeParse(body)
  const message = (success && (data.message || data.responseMessage)) || ''
  return new ApiError(message || defaultErrorMessage, {
    status,
    details: success ? data.details : undefined,
    retryAfter: Number(retryAfter) || null,
  })
}

/**
 * If a call that needs a token was answered with 401, tells the token source. This also applies if
 * the browser had no token to send.
 */
const reportUnauthorized = (error: ApiError, { access }: Endpoint): void => {
  if (error.status !== 401 || isOpen(access)) return
  error.isSessionLost = true
  tokenSource?.onUnauthorized()
}

const networkError = (error: unknown, timedOut: boolean): ApiError =>
  timedOut
    ? new ApiError(timeoutMessage, { timeout: true })
    : new ApiError(error instanceof Error ? error.message : String(error), { network: true })

/** Makes one call, and returns the response if the call succeeded. */
export const fetchResponse = async <E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
): Promise<Response> => {
  const { body, ...options }: AnyCall = call
  const headers = callHeaders(endpoint, options.headers)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const url = callUrl(endpoint, options)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const keys = isStaffCommand(endpoint) ? tokenSource?.commandKeys : undefined
  const command = [endpoint.method, url, headers.get('x-seen-position'), text].join(' ')
  // Callers that may repeat a command set a key themselves.
  if (keys && !headers.has('idempotency-key')) headers.set('idempotency-key', keys.keyFor(command))
  const signal = limitedSignal(options.timeout ?? timeouts.usual, options.signal)
  const sentAt = performance.now()
  let answer: Response
  try {
    answer = await fetch(url, {
      method: endpoint.method,
      headers,
      signal,
      ...(text === undefined ? {} : { body: text }),
    })
    if (answer.status < 500) keys?.settle(command)
    noteServerTime(answer.headers.get('date'), sentAt, performance.now())
    recordPosition(answer.headers.get('x-position'))
    if (answer.ok) return answer
    const error = apiErrorFrom(
      answer.status,
      await answer.text(),
      answer.headers.get('retry-after'),
    )
    reportUnauthorized(error, endpoint)
    throw error
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (options.signal?.aborted) throw error
    throw networkError(error, signal.aborted)
  }
}

/** Makes one call. Its JSON answer must match the endpoint's schema. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  options: CallOf<E>,
): Promise<AnswerOf<E>> => {
  const answer = await fetchResponse(endpoint, options)
  let json: unknown
  try {
    json = await answer.json()
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw networkError(error, error instanceof DOMException && error.name === 'TimeoutError')
  }
  const schemas: Record<number, z.ZodType> = endpoint.response ?? {}
  // An answer with status 202 (saved, but not visible yet) has the same schema as 200, unless the
  // endpoint declares a schema for 202.
  const schema = schemas[answer.status] ?? Object.values(schemas)[0]
  const parsed = schema?.safeParse(json)
  if (parsed?.success) return parsed.data as AnswerOf<E>
  throw new ApiError(defaultErrorMessage, { status: answer.status })
}

/**
 * Aborts after `milliseconds`, or when `given` aborts. Written by hand, because older phones lack
 * `AbortSignal.timeout` and `AbortSignal.any`.
 */
const limitedSignal = (milliseconds: number, given?: AbortSignal): AbortSignal => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds)
  const follow = () => controller.abort(given?.reason)
  if (given?.aborted) follow()
  given?.addEventListener('abort', follow, { once: true })
  return controller.signal
}
