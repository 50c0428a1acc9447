import { type View, type ViewList, viewEndpoints } from '@strand/contracts/views/view'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const viewsKey = ['views'] as const

export const useViews = (lists: readonly ViewList[]): View[] => {
  const query = useQuery({
    queryKey: viewsKey,
    queryFn: async ({ signal }) => (await call(viewEndpoints.listViews, { signal })).result,
  })
  return (query.data ?? []).filter(({ list }) => lists.includes(list))
}
