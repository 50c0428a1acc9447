/** The messages for an answer without one, and for a call that timed out. */
export const defaultErrorMessage = 'An error occurred while processing this request'
export const timeoutMessage = 'Request failed due to network error, try again'

/** Why a call to the shop's server failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The answer's status; 0 if there was no answer. */
  readonly status: number
  /** For a refused form: its invalid fields, each with a message. */
  readonly details: { path: string; message: string }[]
  /** The call timed out: whether it was carried out is unknown. */
  readonly isTimeout: boolean
  /** There was no answer at all: offline, or the server is unavailable. */
  readonly isNetworkError: boolean
  /** The seconds that the server asks the client to wait before trying again, or null. */
  readonly retryAfter: number | null
  /** True once the token was refused, which ends the session. */
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

/** Whether a retry may succeed: there was no answer, or the server failed. */
export const mayPass = (error: unknown): boolean =>
  isApiError(error) && (error.isNetworkError || error.isTimeout || error.status >= 500)

/** Whether the shop may have carried out the call although no answer said so. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !isApiError(error) || !error.answered || error.status >= 500

/** The longest wait, in seconds, before an automatic retry; beyond that, the user decides. */
const patience = 10

/** Seconds after which to retry at a shop that is briefly busy; null for any other error. */
export const busyFor = (error: unknown): number | null =>
  isApiError(error) && error.retryAfter !== null && error.retryAfter <= patience
    ? error.retryAfter
    : null

/** The shop refused the command, because something happened that the user had not seen. */
export const isConflict = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 409

export const isSessionLost = (error: unknown): boolean => isApiError(error) && error.isSessionLost
