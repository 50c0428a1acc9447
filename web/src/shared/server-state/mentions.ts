import { noteEndpoints } from '@strand/contracts/order/notes'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { usePermission } from '../session/use-permission.ts'

const mentionsKey = ['mentions'] as const
/** In milliseconds: the pause between two polls. */
const lookEvery = 15_000

export const useMentions = () => {
  const enabled = usePermission('orders.read')
  return useQuery({
    queryKey: mentionsKey,
    queryFn: async ({ signal }) => (await call(noteEndpoints.listMentions, { signal })).result,
    refetchInterval: lookEvery,
    enabled,
  })
}

export const markMentionsRead = async (client: QueryClient, orderId: string) => {
  await call(noteEndpoints.markMentionsRead, { params: { orderId } })
  await client.invalidateQueries({ queryKey: mentionsKey })
}
