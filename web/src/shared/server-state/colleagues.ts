import { type Colleague, noteEndpoints } from '@strand/contracts/order/notes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** Active staff by name. */
export const useColleagues = (): Colleague[] =>
  useQuery({
    queryKey: ['colleagues'],
    queryFn: async ({ signal }) => (await call(noteEndpoints.listColleagues, { signal })).result,
    staleTime: 60_000,
  }).data ?? []
