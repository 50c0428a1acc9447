import { noteEndpoints } from '@strand/contracts/order/notes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { usePermission } from '../session/use-permission.ts'

/** The active staff, sorted by name. Not fetched for users without access to orders. */
export const useColleagues = () =>
  useQuery({
    queryKey: ['colleagues'],
    queryFn: async ({ signal }) => (await call(noteEndpoints.listColleagues, { signal })).result,
    enabled: usePermission('orders.manage'),
    staleTime: 60_000,
  })
