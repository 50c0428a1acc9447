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
 * Whether the server was not reached or gave no answer, so that the outcome is unknown. The client
 * throws errors with a `type`, gRPC's own errors with a `code`, and plain errors for a failed
 * discovery or a closed channel. UNKNOWN or INTERNAL from a server is not an answer either.
 */
export const isEventStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (isTimeoutError(error)) return true
  if ('type' in error && typeof error.type === 'string') return !refusals.has(error.type)
  if ('code' in error && typeof error.code === 'number') return true
  return /^Failed to discover|^Channel |write after end/i.test(error.message)
}

/** The server accepted the request and then gave it up: the connection is still good. */
export const isServerTimeout = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === ErrorType.TIMEOUT

/** The current leader, as named by a node that is not the leader. */
export const leaderIn = (error: unknown): EndPoint | undefined =>
  error instanceof NotLeaderError ? error.leader : undefined

/** `permission`: a known user lacks the right. `identity`: there is no such user and password. */
export const denialIn = (error: unknown): 'permission' | 'identity' | null => {
  if (!(error instanceof AccessDeniedError)) return null
  return error.code === status.UNAUTHENTICATED ? 'identity' : 'permission'
}

/** Why no attempt will ever connect; null for a server that is only unavailable. */
export const mismatchIn = (error: unknown): 'certificate' | 'no TLS' | null => {
  const message = error instanceof Error ? error.message : ''
  if (/wrong version number|packet length too long/i.test(message)) return 'no TLS'
  return /certificate|self-signed|altname/i.test(message) ? 'certificate' : null
}

/** The server's limit in bytes, when an append exceeded it. */
export const appendLimitIn = (error: unknown): number | null =>
  error instanceof MaxAppendSizeExceededError ? error.maxAppendSize : null
