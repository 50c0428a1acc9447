/** The first is for an answer that contains no message, the second for a call that timed out. */
export const defaultErrorMessage = 'An error occurred while processing this request'
export const timeoutMessage = 'Request failed due to network error, try again'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The answer's status; 0 without an answer. */
  readonly status: number
  readonly details: { path: string; message: string }[]
  /** Whether the call timed out. The server may have carried it out nevertheless. */
  readonly isTimeout: boolean
  /** Whether there was no answer at all: offline, or the server is unavailable. */
  readonly isNetworkError: boolean
  /** How many seconds the server asks to wait before a retry; null if it does not say. */
  readonly retryAfter: number | null
  /** Whether the server refused the token, which ends the session. */
  isSessionLost = false

  constructor(
    message: string,
    of: {
      status?: number
      details?: { path: string; message: string }[] | undefined
      timeout?: boolean
      network?: boolean
      retryAfter?: number | null
    } = {},
  ) {
    super(message)
    this.status = of.status ?? 0
    this.details = of.details ?? []
    this.isTimeout = of.timeout ?? false
    this.isNetworkError = of.network ?? false
    this.retryAfter = of.retryAfter ?? null
  }

  /** Whether the server answered, so that its message is worth showing. */
  get answered(): boolean {
    return this.status > 0
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** Whether a later retry may succeed, because the server failed or did not answer. */
export const mayPass = (error: unknown): boolean =>
  isApiError(error) && (error.isNetworkError || error.isTimeout || error.status >= 500)

/** Whether the server may have carried out the call, because no answer says that it did not. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !isApiError(error) || !error.answered || error.status >= 500

/**
 * In seconds: the longest wait before an automatic retry. If the wait would be longer, the user
 * decides when to retry.
 */
const patience = 10

/** How many seconds to wait before trying again, if the shop is busy; null for any other error. */
export const busyFor = (error: unknown): number | null =>
  isApiError(error) && error.retryAfter !== null && error.retryAfter <= patience
    ? error.retryAfter
    : null

/** Whether the server refused the command because of a change that the user had not seen. */
export const isConflict = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 409

export const isSessionLost = (error: unknown): boolean => isApiError(error) && error.isSessionLost
