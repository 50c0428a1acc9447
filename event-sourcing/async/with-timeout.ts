/**
 * Awaits `answer`; throws a `TimeoutError`, or the given error, after this many milliseconds. The
 * work itself continues.
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

/** Whether the error is a timeout, from `withTimeout` or from an `AbortSignal`. */
export const isTimeoutError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'
