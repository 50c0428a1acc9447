/** Milliseconds between two requests while the page is visible; a hidden tab sends none. */
const lookAgainAfter = 15_000

/** How a customer's queries for one order stay current, and fail at once without a connection. */
export const liveOrder = {
  staleTime: 0,
  networkMode: 'always',
  refetchOnReconnect: true,
  refetchInterval: ({ state }: { state: { data: unknown } }) =>
    state.data ? lookAgainAfter : (false as const),
} as const
