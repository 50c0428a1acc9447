import { ErrorAnswer } from '@strand/contracts/answer'
import type { Endpoint } from '@strand/contracts/endpoint'
import type { z } from 'zod'
import { ApiError, defaultErrorMessage, timeoutMessage } from './api-error.ts'
import { commandKeys, keyLifetime, onceKeyLifetime, shortHash } from './command-keys.ts'
import { type AnswerOf, type AnyCall, type CallOf, callUrl } from './endpoint-call.ts'
import { latestPosition, recordPosition } from './log-position.ts'

/** Timeouts of calls in milliseconds. */
export const timeouts = { usual: 15_000, login: 15_000, logout: 3_000, createOrder: 30_000 }

/** Supplies the token for staff calls, and learns when the server no longer accepts it. */
export type TokenSource = {
  accessToken: () => string | null
  onUnauthorized: () => void
}
let tokenSource: TokenSource | null = null
export const registerTokenSource = (source: TokenSource | null): void => {
  tokenSource = source
}

/** The headers of a call: the token, where one is asked for, and on reads the position to wait for. */
export const callHeaders = (
  { method, access }: Pick<Endpoint, 'method' | 'access'>,
  given: Record<string, string> = {},
): Headers => {
  const headers = new Headers({ accept: 'application/json', ...given })
  const isOpen = access === 'public' || access === 'session'
  const token = isOpen ? null : tokenSource?.accessToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  const position = method === 'GET' ? latestPosition() : null
  if (position) headers.set('x-min-position', position)
  return headers
}

/** Commands on one's own account are not among them, but for those that use something up. */
const isStaffCommand = ({ method, access }: Endpoint) =>
  method !== 'GET' && typeof access === 'object'

/** Names a command, so that the same one sent again is applied once; null for any other call. */
const nameOf = (endpoint: Endpoint, url: string, seen: string | null, text: string | undefined) => {
  if (isStaffCommand(endpoint)) return [endpoint.method, url, seen, text].join(' ')
  return endpoint.once ? [endpoint.method, url, shortHash(text ?? '')].join(' ') : null
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
const reportUnauthorized = (error: ApiError, headers: Headers): void => {
  if (error.status === 401 && headers.has('authorization')) tokenSource?.onUnauthorized()
}

const networkError = (error: unknown, timedOut: boolean): ApiError =>
  timedOut
    ? new ApiError(timeoutMessage, { timeout: true })
    : new ApiError(error instanceof Error ? error.message : String(error), { network: true })

/** A successful answer, and what is to be done once all of it has come. */
type Received = { answer: Response; settle: () => void }

const send = async <E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<Received> => {
  const { body, ...options }: AnyCall = call
  const headers = callHeaders(endpoint, options.headers)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const url = callUrl(endpoint, options)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const command = nameOf(endpoint, url, headers.get('x-seen-position'), text)
  const lifetime = endpoint.once ? onceKeyLifetime : keyLifetime
  if (command && !headers.has('idempotency-key'))
    headers.set('idempotency-key', commandKeys.keyFor(command, lifetime))
  const settle = () => {
    if (command) commandKeys.settle(command)
  }
  const clock = AbortSignal.timeout(options.timeout ?? timeouts.usual)
  const signal = options.signal ? anySignal([options.signal, clock]) : clock
  let answer: Response
  try {
    answer = await fetch(url, {
      method: endpoint.method,
      headers,
      signal,
      ...(text === undefined ? {} : { body: text }),
    })
    recordPosition(answer.headers.get('x-position'))
    if (answer.ok) return { answer, settle }
    const error = apiErrorFrom(
      answer.status,
      await answer.text(),
      answer.headers.get('retry-after'),
    )
    if (answer.status < 500) settle()
    reportUnauthorized(error, headers)
    throw error
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (options.signal?.aborted) throw error
    throw networkError(error, clock.aborted)
  }
}

/** Makes one call, and returns the answer unchanged if it is a success. */
export const fetchResponse = async <E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
): Promise<Response> => {
  const { answer, settle } = await send(endpoint, call)
  settle()
  return answer
}

/** Milliseconds before a call is repeated whose answer was lost. */
const repeatAfter = 1_000

/**
 * Makes one call whose JSON answer must match the endpoint's schema. What uses something up is repeated
 * once when its answer is lost: the key says that it is the same call.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  options: CallOf<E>,
): Promise<AnswerOf<E>> => {
  try {
    return await callOnce(endpoint, options)
  } catch (error) {
    const { signal }: AnyCall = options
    const isLost = error instanceof ApiError && !error.answered
    if (!endpoint.once || !isLost || signal?.aborted) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, repeatAfter))
  return callOnce(endpoint, options)
}

const callOnce = async <E extends Endpoint>(
  endpoint: E,
  options: CallOf<E>,
): Promise<AnswerOf<E>> => {
  const { answer, settle } = await send(endpoint, options)
  let json: unknown
  try {
    json = await answer.json()
    settle()
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw networkError(error, error instanceof DOMException && error.name === 'TimeoutError')
  }
  const schemas: Record<number, z.ZodType> = endpoint.response ?? {}
  // A change that is saved but not yet in effect, a 202, has the answer of one that is, unless its
  // endpoint says otherwise.
  const schema = schemas[answer.status] ?? Object.values(schemas)[0]
  const parsed = schema?.safeParse(json)
  if (parsed?.success) return parsed.data as AnswerOf<E>
  throw new ApiError(defaultErrorMessage, { status: answer.status })
}

// Phones got `AbortSignal.any` two years later than the rest of what this file uses.
const anySignal = (signals: AbortSignal[]): AbortSignal => {
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
  }
  return controller.signal
}
