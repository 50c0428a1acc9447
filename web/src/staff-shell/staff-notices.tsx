import { staffNoticeEndpoints } from '@strand/contracts/shop/staff.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../shared/api/client.ts'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { usePermission } from '../shared/session/use-permission.ts'

/** Milliseconds between two requests. */
const lookEvery = 60_000

/** What staff should know about the shop itself, above every page, for as long as it applies. */
export const StaffNotices = () => (usePermission('orders.read') ? <Strip /> : null)

const Strip = () => {
  const { data = [] } = useQuery({
    queryKey: ['staff-notices'],
    queryFn: async ({ signal }) =>
      (await call(staffNoticeEndpoints.listNotices, { signal })).result,
    refetchInterval: lookEvery,
  })
  return data.map(({ kind, text }) => <NoticeBox key={kind} kind="failure" title={text} />)
}
