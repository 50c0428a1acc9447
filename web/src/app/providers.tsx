import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { mayPass } from '../shared/api/api-error.ts'
import { Toaster } from '../shared/feedback/toaster.tsx'
import { isAskedAgain, keepAsking } from '../shared/server-state/keep-asking.ts'

// A refused request is not repeated. After a lost connection or a brief failure of the server,
// there are two retries. Then the screen shows the failure, and `keepAsking` polls until the server
// is back.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      // Without a network, queries fail, so that a screen shows the failure instead of loading
      // forever.
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
    {/* With transitions, a redirect to a screen that was still loading sometimes left the page
        blank. */}
    <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
    <Toaster />
  </QueryClientProvider>
)
