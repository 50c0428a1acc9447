import {
  AccessDeniedError,
  type EndPoint,
  ErrorType,
  MaxAppendSizeExceededError,
  NotLeaderError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'

/** About the request, not the connection: the same request would fail again. */
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
 * throws errors with a `type`, gRPC's own with a `code`, and plain ones for a failed discovery or a
 * channel that was closed. What a server means by UNKNOWN or INTERNAL is no answer either.
 */
export const isEventStoreAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (isLate(error)) return true
  if ('type' in error && typeof error.type === 'string') return !refusals.has(error.type)
  if ('code' in error && typeof error.code === 'number') return true
  return /^Failed to discover|^Channel |write after end/i.test(error.message)
}

/** Nothing came within the time that `within` gave. */
export const isLate = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

/** The server took the request, and gave it up: its connection is none the worse. */
export const isServerTimeout = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === ErrorType.TIMEOUT

/** The node that is the leader now, told by one that is not. */
export const leaderIn = (error: unknown): EndPoint | undefined =>
  error instanceof NotLeaderError ? error.leader : undefined

/** `permission`: the user is known, and may not. `identity`: there is no such user and password. */
export const denialIn = (error: unknown): 'permission' | 'identity' | null => {
  if (!(error instanceof AccessDeniedError)) return null
  return error.code === status.UNAUTHENTICATED ? 'identity' : 'permission'
}

/** Why no try will ever make a connection; null for a server that is only away. */
export const mismatchIn = (error: unknown): 'certificate' | 'no TLS' | null => {
  const message = error instanceof Error ? error.message : ''
  if (/wrong version number|packet length too long/i.test(message)) return 'no TLS'
  return /certificate|self-signed|altname/i.test(message) ? 'certificate' : null
}

/** The server's limit in bytes, where an append was larger than it takes. */
export const appendLimitIn = (error: unknown): number | null =>
  error instanceof MaxAppendSizeExceededError ? error.maxAppendSize : null
