/**
 * Whether a query is on its first attempt. Content that should appear together waits only for first
 * attempts, and not for retries on a bad connection.
 */
export const isFirstAttempt = (query: { isLoading: boolean; failureCount: number }): boolean =>
  query.isLoading && query.failureCount === 0
