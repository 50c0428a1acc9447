/**
 * Awaits `answer` with a timeout, which throws a `TimeoutError` or the given error; the work itself
 * continues.
 */
export const withTimeout = async <T>(
  milliseconds: number,
  answer: Promise<T>,
  timeoutError: () => Error = () =>
    new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError'),
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), milliseconds)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a timeout, of `withTimeout` or of an `AbortSignal`, expired before an answer came. */
export const isTimeoutError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
