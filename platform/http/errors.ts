import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import {
  type FieldProblem,
  Rejected,
  type RejectionCode,
  UnreadableEvent,
} from '@strand/event-sourcing/errors'
import {
  isMissingColumn,
  isPostgresUnavailable,
  isReadModelMissing,
} from '@strand/event-sourcing/postgres/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { closeAfterAnswer } from './lingering-close.ts'
import { isBehind, withPosition } from './positions.ts'
import { comeBack } from './rate-limits.ts'

/** The body of every error; `contracts/answer.ts` describes it for clients. */
type ErrorBody = {
  isSuccessful: false
  statusCode: number
  error: string
  message: string
  responseMessage: string
  details?: FieldProblem[]
}

const statusOf: Record<RejectionCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  'length-required': 411,
  'too-large': 413,
  'unsupported-media-type': 415,
  unprocessable: 422,
  'too-many-requests': 429,
  unavailable: 503,
}

const codeOf = new Map(
  Object.entries(statusOf).map(([code, status]) => [status, code as RejectionCode]),
)

/** Texts for errors without a more specific one; the shop has its own. */
export type GeneralTexts = { invalid: string; forbidden: string }
export const neutralTexts: GeneralTexts = {
  invalid: 'The request is invalid',
  forbidden: 'Your role does not allow this',
}
const notFound = 'There is nothing at this address'

/** Plain texts for fastify's own refusals, because fastify's texts mention internals. */
const textOf: Partial<Record<RejectionCode, string>> = {
  'not-found': notFound,
  'too-slow': 'The request came too slowly, please try again',
  'too-large': 'The request is too large',
  'unsupported-media-type': 'The request must be JSON',
  unavailable: 'This takes too long at the moment, please try again',
}

type Issue = { path: readonly PropertyKey[]; message: string; errors?: Issue[][] }

/** Whether a text comes from the schema library and mentions its types. */
const isForeign = (message: string) =>
  /^(Invalid|Too (big|small): expected|Unrecognized key)/.test(message)

/**
 * The problems to report. If a union of schemas has no text of its own, these are the problems with
 * the alternative that fits best: the one with the fewest problems, or the deepest, because an
 * alternative that differs further inside has more in common with the value.
 */
const nearestIssues = (issue: Issue): Issue[] => {
  const depthOf = (issues: Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length))
  const [nearest] = (issue.errors ?? []).toSorted(
    (one, other) => one.length - other.length || depthOf(other) - depthOf(one),
  )
  if (!nearest || !isForeign(issue.message)) return [issue]
  return nearest.flatMap((one) => nearestIssues({ ...one, path: [...issue.path, ...one.path] }))
}

/**
 * The fields that a schema refused, each with the schema's own text. A text of the schema library
 * is replaced by ours.
 */
const problemsOf =
  (texts: GeneralTexts) =>
  (refused: { instancePath: string; message?: string; params?: object }): FieldProblem[] => {
    const { instancePath, message = 'Invalid input', params } = refused
    const issue = { path: instancePath.split('/').filter(Boolean), message, ...params }
    return nearestIssues(issue).map(({ path, message }) => ({
      path: path.join('.'),
      message: isForeign(message) ? texts.invalid : message,
    }))
  }

/** Converts any thrown value to a refusal; null if the fault is ours. */
const asRejected = (
  error: unknown,
  texts: GeneralTexts,
  { readModels }: { readModels?: string[] },
): Rejected | null => {
  if (error instanceof Rejected) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation.flatMap(problemsOf(texts))
    return new Rejected('invalid', details[0]?.message ?? texts.invalid, { details })
  }
  if (isPostgresUnavailable(error))
    return new Rejected(
      'unavailable',
      'The database is not available at the moment, please try again',
      { retryAfter: 2, cause: error },
    )
  // The error for a missing column does not name the table. But only routes for lists declare read
  // models, so only they can lack a column because a list is being rebuilt.
  if (isReadModelMissing(error))
    return new Rejected(
      'unavailable',
      isMissingColumn(error) && !readModels
        ? 'The shop cannot do this at the moment, please try again'
        : 'This list is being rebuilt, please try again',
      { retryAfter: 5, cause: error },
    )
  // The event stays in the log, and the release that wrote it can read it.
  if (error instanceof UnreadableEvent)
    return new Rejected(
      'unavailable',
      error.cause
        ? 'This release of the shop cannot read part of this, please tell the person who runs the shop'
        : 'A newer release of the shop wrote part of this, and this release cannot read it, please try again later',
      { retryAfter: 60, cause: error },
    )
  const { code: reason, statusCode: status } = (error ?? {}) as Partial<FastifyError>
  // A path parameter that is longer than any id matches nothing.
  if (reason === 'FST_ERR_MAX_PARAM_LENGTH') return new Rejected('not-found', notFound)
  // fastify and its plugins throw errors with a status, not with one of our codes.
  const code = codeOf.get(status ?? 500)
  return code
    ? new Rejected(code, textOf[code] ?? texts.invalid, {
        ...(code === 'unavailable' ? { retryAfter: 5 } : {}),
        cause: error,
      })
    : null
}

const errorBody = (
  statusCode: number,
  message: string,
  details: FieldProblem[] = [],
): ErrorBody => ({
  isSuccessful: false,
  statusCode,
  error: STATUS_CODES[statusCode] ?? 'Error',
  message,
  responseMessage: message,
  ...(details.length > 0 ? { details } : {}),
})

/** Replaces a vague "try again" with the time to wait, unless the text already gives a time. */
const withTime = (message: string, seconds: number, contact: string | undefined) =>
  / in \d+ (?:seconds|minutes)/.test(message)
    ? message
    : `${message.replace(/, please try again(?: later)?$/, '')}: ${comeBack(seconds, contact)}`

/** Replaces a 404 if the read models may not have the item yet. */
const notThereYet = (cause: Rejected) =>
  new Rejected('unavailable', 'The shop is still catching up, please try again', {
    retryAfter: 2,
    cause,
  })

/**
 * Sends an error to the client. Only this function maps errors to answers. No answer shows a stack
 * trace or a library's text.
 */
export const answerError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { contact, ...texts }: GeneralTexts & { contact?: string | undefined },
) => {
  const found = asRejected(error, texts, request.routeOptions.config)
  const rejected = found?.code === 'not-found' && isBehind(reply) ? notThereYet(found) : found
  if (!rejected) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed')
    return send(reply, errorBody(500, 'Something went wrong on our side, please try again'))
  }
  const status = statusOf[rejected.code]
  // Either a list is being rebuilt, and the error will pass, or the fault is ours, and it will not.
  if (isMissingColumn(rejected.cause))
    request.log.error(
      { err: rejected.cause, route: request.routeOptions.url },
      'a column is missing',
    )
  else if (status === 503)
    request.log.warn({ err: rejected.cause ?? rejected, route: request.routeOptions.url }, '503')
  // Lets the client's next read show the state that caused the refusal.
  withPosition(reply, rejected.position ?? null)
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (rejected.retryAfter !== undefined) reply.header('Retry-After', String(rejected.retryAfter))
  else if (status === 503) reply.header('Retry-After', '2')
  // Without this, the rest of the body, which is still arriving, would be read as the next request.
  if (status === 408) closeAfterAnswer(request, reply)
  const { neededByCustomers } = request.routeOptions.config
  const seconds = neededByCustomers ? rejected.retryAfter : undefined
  const message =
    seconds === undefined ? rejected.message : withTime(rejected.message, seconds, contact)
  return send(reply, errorBody(status, message, rejected.details))
}

/**
 * Sends the body without the route's response schema, and without the content type that its handler
 * may have set.
 */
const send = (reply: FastifyReply, body: ErrorBody) =>
  reply
    .code(body.statusCode)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body)

export const answerNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  send(reply, errorBody(404, notFound))

/**
 * Answers input that never becomes a request, because it is not HTTP, is too slow, or has too long
 * a header.
 */
export const answerMalformedRequest = (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const text = status === 408 ? textOf['too-slow'] : STATUS_CODES[status]
  const body = JSON.stringify(errorBody(status, text ?? 'Bad Request'))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
