import { ZodError } from 'zod'

/**
 * The ways in which a request or a command can fail on purpose. Only the map in
 * `platform/http/errors.ts` decides which status and body a client gets for each code.
 */
export type RejectionCode =
  | 'invalid' // 400: the input breaks a rule; `details` names the fields
  | 'unauthenticated' // 401: nobody is signed in, or the session has ended
  | 'forbidden' // 403: the role or the account's status does not allow it
  | 'not-found' // 404: it does not exist
  | 'too-slow' // 408: the body did not arrive in time
  | 'conflict' // 409: the present state does not allow it, or a name is taken
  | 'length-required' // 411: the request has a body but does not state its length
  | 'too-large' // 413
  | 'unsupported-media-type' // 415
  | 'unprocessable' // 422: an idempotency key that was already used for something else
  | 'too-many-requests' // 429: with Retry-After
  | 'unavailable' // 503: a dependency is down or a queue is full; with Retry-After

export type FieldProblem = {
  /** The field's name as the client sent it, with dots for lists: `products.0.quantity`. */
  path: string
  /** The specification's text, if it has one. */
  message: string
}

/** A refusal by a business rule; its message is for the person who sent the request. */
export class Rejected extends Error {
  override name = 'Rejected'
  readonly code: RejectionCode
  readonly details: FieldProblem[]
  /** Seconds until a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** The log position of the state on which a command was refused; undefined if unknown. */
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

/** Refuses what the present state does not allow, or a name that is taken. */
export const conflict = (message: string) => new Rejected('conflict', message)

/** A dependency (Postgres, the event store, Redis, ...) does not answer; the client may retry. */
export const unavailable = (dependency: string, cause?: unknown, retryAfter = 2) =>
  new Rejected('unavailable', `${dependency} is not available at the moment, please try again`, {
    retryAfter,
    cause,
  })

/** Whether the error is `Rejected('unavailable')`, so that the same request may succeed later. */
export const isUnavailable = (error: unknown): error is Rejected =>
  error instanceof Rejected && error.code === 'unavailable'

/** Makes a refusal that lists these problems, with the message of the first one. */
export const invalidInput = (details: [FieldProblem, ...FieldProblem[]]) =>
  new Rejected('invalid', details[0].message, { details })

/**
 * A stored event that this release cannot read, because its type, its version or a value came with
 * a newer release. If the data violates its schema, the cause is the ZodError.
 */
export class UnreadableEvent extends Error {}

/** Whether a ZodError says that stored data is not what this release expects. */
export const isBadData = (error: unknown): boolean =>
  error instanceof ZodError || (error instanceof UnreadableEvent && isBadData(error.cause))

/**
 * A missing or invalid setting. Its message is one sentence; it is printed without a stack trace,
 * and the service does not start.
 */
export class BadSetting extends Error {
  override name = 'BadSetting'
}
