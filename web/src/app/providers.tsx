import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { isApiError } from '../shared/api-error.ts'
import { Toaster } from '../shared/toaster.tsx'

// A refusal stays one however often it is asked for; a lost connection or a server that is away
// for a moment is worth two more tries.
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && isApiError(error) && (error.network || error.timeout || error.status >= 500)

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: worthRetrying },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {/* As transitions, a redirect to a screen that still loads was left blank now and then (decision 138). */}
    <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
    <Toaster />
  </QueryClientProvider>
)
