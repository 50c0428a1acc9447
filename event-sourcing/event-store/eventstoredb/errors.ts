import {
  AccessDeniedError,
  type EndPoint,
  ErrorType,
  MaxAppendSizeExceededError,
  NotLeaderError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { isTimeoutError } from '../../async/with-timeout.ts'

/** Errors about the request, not the connection: the same request would fail again. */
const refusals = new Set<string>([
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.INVALID_TRANSACTION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.NO_STREAM,
  ErrorType.STREAM_DELETED,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.UNSUPPORTED,
  ErrorType.WRONG_EXPECTED_VERSION,
])

/**
 * Whether the server was not reached or did not answer, so that the outcome is unknown. The
 * client's own errors have a `type`, gRPC's errors have a `code`; a failed discovery or a closed
 * channel throws a plain error. A server's UNKNOWN or INTERNAL does not count as an answer either.
 */
export const isEventStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (isTimeoutError(error)) return true
  if ('type' in error && typeof error.type === 'string') return !refusals.has(error.type)
  if ('code' in error && typeof error.code === 'number') return true
  return /^Failed to discover|^Channel |write after end/i.test(error.message)
}

/**
 * Whether the server answered that its own timeout had passed. The connection is then still good.
 */
export const isServerTimeout = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === ErrorType.TIMEOUT

/** The leader that a node names if it is not the leader itself. */
export const leaderIn = (error: unknown): EndPoint | undefined =>
  error instanceof NotLeaderError ? error.leader : undefined

/**
 * `permission`: the user is known but lacks the right. `identity`: the user or the password is
 * wrong.
 */
export const denialIn = (error: unknown): 'permission' | 'identity' | null => {
  if (!(error instanceof AccessDeniedError)) return null
  return error.code === status.UNAUTHENTICATED ? 'identity' : 'permission'
}

/** Why connecting can never succeed; null if it may succeed later. */
export const mismatchIn = (error: unknown): 'certificate' | 'no TLS' | null => {
  const message = error instanceof Error ? error.message : ''
  if (/wrong version number|packet length too long/i.test(message)) return 'no TLS'
  return /certificate|self-signed|altname/i.test(message) ? 'certificate' : null
}

/** The server's limit in bytes, if an append exceeded that limit; otherwise null. */
export const appendLimitIn = (error: unknown): number | null =>
  error instanceof MaxAppendSizeExceededError ? error.maxAppendSize : null
