/**
 * Whether a query is on its first attempt. Content that should appear together waits only for that;
 * on a bad connection, it does not wait for further attempts.
 */
export const isFirstAttempt = (query: { isLoading: boolean; failureCount: number }): boolean =>
  query.isLoading && query.failureCount === 0
