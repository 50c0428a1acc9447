/**
 * Whether a query waits for its very first answer, or failure: content that arrives together may be
 * held back for that long. On a bad line nothing waits for the further attempts.
 */
export const isFirstAttempt = (query: { isLoading: boolean; failureCount: number }): boolean =>
  query.isLoading && query.failureCount === 0
