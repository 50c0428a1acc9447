import { focusManager, onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import { mayPass } from '../api/api-error.ts'

/** How many milliseconds to wait between two requests. */
const interval = 5_000

/**
 * Whether `keepAsking` fetches it, and nothing else may: without data it counts as loading, so each try
 * would replace the failure, and the button that has the focus, with an outline.
 */
export const isAskedAgain = ({ state }: Query): boolean =>
  state.status === 'error' && state.data === undefined && mayPass(state.error)

/**
 * Fetches again whatever failed to load on the visible screen, until it arrives: every few seconds, and at
 * once when the network is back or the user returns to the tab.
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
      // If it fails for another reason now, the screen says so.
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
