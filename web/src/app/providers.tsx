import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { mayPass } from '../shared/api/api-error.ts'
import { Toaster } from '../shared/feedback/toaster.tsx'
import { isAskedAgain, keepAsking } from '../shared/server-state/keep-asking.ts'

// A query that the server refuses is not retried. After a lost connection or a failure of the
// server, the query is retried twice. Then the screen shows the failure, and `keepAsking` repeats
// the query until the server is back.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      // Makes queries fail when there is no network, so that a screen shows the failure instead of
      // loading forever.
      networkMode: 'always',
      refetchOnReconnect: (query) => !isAskedAgain(query),
      refetchOnWindowFocus: (query) => !isAskedAgain(query),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

keepAsking(queryClient)

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {/* Turned off, because with transitions, a redirect to a screen that was still loading
        sometimes left the page blank. */}
    <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
    <Toaster />
  </QueryClientProvider>
)
