import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import { mayPass } from '../api/api-error.ts'

/** In milliseconds: the pause between two fetches. */
const interval = 5_000

/**
 * Whether the query must be left to `keepAsking`. While a query without data is fetched again, it
 * counts as loading, so any other fetch would replace the failure message, and a button in it that
 * has the focus, with an outline.
 */
export const isAskedAgain = ({ state }: Query): boolean =>
  state.status === 'error' && state.data === undefined && mayPass(state.error)

/**
 * Repeats the visible screen's failed queries until they succeed: every few seconds, and at once
 * when the network or the user returns.
 */
export const keepAsking = (client: QueryClient): void => {
  const waiting = new Set<Query>()
  const ask = (query: Query) => {
    if (!waiting.delete(query)) return
    const { queryHash, queryKey, options, state } = query
    if (!options.queryFn || !query.isActive() || state.status !== 'error') return
    if (!focusManager.isFocused()) return askLater(query)
    const again = { queryKey: ['again', queryHash], retry: false, gcTime: 0 }
    client.fetchQuery({ ...again, queryFn: options.queryFn }).then(
      (data) => query.setData(data),
      // If the retry fails for a reason that will not pass, fetches normally, so that the screen
      // shows the reason.
      (error) =>
        mayPass(error) ? askLater(query) : client.refetchQueries({ queryKey, exact: true }),
    )
  }
  const askLater = (query: Query) => {
    if (waiting.has(query)) return
    waiting.add(query)
    setTimeout(() => ask(query), interval)
  }
  const askNow = (isBack: boolean) => {
    if (isBack) for (const query of [...waiting]) ask(query)
  }
  onlineManager.subscribe(askNow)
  focusManager.subscribe(askNow)
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && mayPass(event.action.error))
      askLater(event.query)
  })
}
