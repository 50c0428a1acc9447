import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import { mayPass } from '../api/api-error.ts'

/** How many milliseconds to wait between two requests. */
const interval = 5_000

/**
 * Fetches again whatever failed to load on the visible screen, until it arrives. Refetching a query
 * would not do: without data it counts as loading, so each try would replace the failure, and the
 * button that has the focus, with an outline.
 */
export const keepAsking = (client: QueryClient): void => {
  const waiting = new Set<Query>()
  const askLater = (query: Query) => {
    if (waiting.has(query)) return
    waiting.add(query)
    setTimeout(() => {
      waiting.delete(query)
      const { queryHash, queryKey, options, state } = query
      if (!options.queryFn || !query.isActive() || state.status !== 'error') return
      if (!focusManager.isFocused()) return askLater(query)
      const again = { queryKey: ['again', queryHash], retry: false, gcTime: 0 }
      client.fetchQuery({ ...again, queryFn: options.queryFn }).then(
        (data) => query.setData(data),
        // If it fails for another reason now, the screen says so.
        (error) =>
          mayPass(error) ? askLater(query) : client.refetchQueries({ queryKey, exact: true }),
      )
    }, interval)
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && mayPass(event.action.error))
      askLater(event.query)
  })
}
