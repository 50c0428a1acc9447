/**
 * Whether a query is still on its first attempt. Content that should appear together waits for
 * first attempts, but not for retries on a bad connection.
 */
export const isFirstAttempt = (query: { isLoading: boolean; failureCount: number }): boolean =>
  query.isLoading && query.failureCount === 0
