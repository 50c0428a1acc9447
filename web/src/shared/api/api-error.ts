/** The messages where an answer has none, and where no answer came before the timeout. */
export const defaultErrorMessage = 'An error occurred while processing this request'
export const timeoutMessage = 'Request failed due to network error, try again'

/** Why a call to the shop's server failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The status of the answer; 0 when there was none. */
  readonly status: number
  /** For a refused form: each field with its message. */
  readonly details: { path: string; message: string }[]
  /** The call timed out: whether it was carried out is unknown. */
  readonly isTimeout: boolean
  /** There was no answer at all: offline, or the server is unavailable. */
  readonly isNetworkError: boolean
  /** Seconds after which the server asks for a retry, or null. */
  readonly retryAfter: number | null
  /** The token was no longer accepted: the session is over. */
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

/** Whether the same request may succeed in a moment: nobody answered, or the server failed. */
export const mayPass = (error: unknown): boolean =>
  isApiError(error) && (error.isNetworkError || error.isTimeout || error.status >= 500)

/** Whether the shop may have done what it was asked for although no answer said so. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !isApiError(error) || !error.answered || error.status >= 500

/** The longest wait in seconds after which something is sent again without asking the user. */
const patience = 10

/** Seconds after which a shop that is briefly busy takes the same again; null if it is not that. */
export const busyFor = (error: unknown): number | null =>
  isApiError(error) && error.retryAfter !== null && error.retryAfter <= patience
    ? error.retryAfter
    : null

/** Something happened that the user had not seen. */
export const isConflict = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 409

export const isSessionLost = (error: unknown): boolean => isApiError(error) && error.isSessionLost
