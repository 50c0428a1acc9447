import { ZodError } from 'zod'

/**
 * The reasons for which we refuse a request or a command. Only the map in `platform/http/errors.ts`
 * decides the status and body for each code.
 */
export type RejectionCode =
  | 'invalid' // 400: the input breaks a rule; `details` names the fields
  | 'unauthenticated' // 401: nobody is signed in, or the session has ended
  | 'forbidden' // 403: the role or the account's status does not allow it
  | 'not-found' // 404: what was asked for does not exist
  | 'too-slow' // 408: the body did not arrive in time
  | 'conflict' // 409: the current state does not allow it, or a name is taken
  | 'length-required' // 411: the request has a body but does not state its length
  | 'too-large' // 413
  | 'unsupported-media-type' // 415
  | 'unprocessable' // 422: the idempotency key was used for something else
  | 'too-many-requests' // 429: with Retry-After
  | 'unavailable' // 503: a dependency is down or a queue is full; with Retry-After

export type FieldProblem = {
  /** The field's name in the client's request, with its place in lists: `products.0.quantity`. */
  path: string
  /** The specification's text for this problem, if there is one. */
  message: string
}

/** A business rule refused the request. The message is for the person who sent it. */
export class Rejected extends Error {
  override name = 'Rejected'
  readonly code: RejectionCode
  readonly details: FieldProblem[]
  /** Seconds until a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** The log position of the state on which the refusal is based; undefined if unknown. */
  position: bigint | undefined

  constructor(
    code: RejectionCode,
    message: string,
    options: { details?: FieldProblem[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details ?? []
    this.retryAfter = options.retryAfter
  }
}

/** The current state does not allow the request, or a name is taken. */
export const conflict = (message: string) => new Rejected('conflict', message)

/**
 * A dependency (Postgres, the event store, Redis) does not answer; the client may retry after
 * `retryAfter` seconds.
 */
export const unavailable = (dependency: string, cause?: unknown, retryAfter = 2) =>
  new Rejected('unavailable', `${dependency} is not available at the moment, please try again`, {
    retryAfter,
    cause,
  })

/** Whether the error is `Rejected('unavailable')`: the same request may succeed later. */
export const isUnavailable = (error: unknown): error is Rejected =>
  error instanceof Rejected && error.code === 'unavailable'

/** Makes a `Rejected` that lists these problems, with the first problem's message. */
export const invalidInput = (details: [FieldProblem, ...FieldProblem[]]) =>
  new Rejected('invalid', details[0].message, { details })

/**
 * A stored event that this release cannot read. If its type or version is unknown, a newer release
 * wrote it. If its data breaks the schema, the cause is the ZodError.
 */
export class UnreadableEvent extends Error {}

/** Whether stored data breaks the schema that this release expects. */
export const isBadData = (error: unknown): boolean =>
  error instanceof ZodError || (error instanceof UnreadableEvent && isBadData(error.cause))

/**
 * A setting is missing or invalid. The message is one sentence, which is printed without a stack
 * trace; the service does not start.
 */
export class BadSetting extends Error {
  override name = 'BadSetting'
}
