/**
 * Whether a query is still on its first attempt. Content that should appear together can be held back until
 * then; on a bad connection, nothing waits for further attempts.
 */
export const isFirstAttempt = (query: { isLoading: boolean; failureCount: number }): boolean =>
  query.isLoading && query.failureCount === 0
