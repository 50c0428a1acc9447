import { counted } from '@strand/contracts/counted'
import type { ParkedKind } from '@strand/contracts/shop/parked'
import { staffNoticeEndpoints } from '@strand/contracts/shop/staff.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { NoticeBox } from '../feedback/notice-box.tsx'
import { formatNumber } from '../format/money.tsx'

/**
 * In milliseconds: the pause between polls, which is as long as the server waits before it retries
 * parked streams.
 */
const pollEvery = 60_000

/**
 * Shown above a list if some rows are missing or out of date, because the server could not apply
 * their events yet (parked streams). The events are safe in the log.
 */
export const ParkedNotice = ({
  kind,
  singular,
  plural,
}: {
  kind: ParkedKind
  singular: string
  plural: string
}) => {
  const { data } = useQuery({
    queryKey: ['parked'],
    queryFn: async ({ signal }) =>
      (await call(staffNoticeEndpoints.listParkedStreams, { signal })).result,
    refetchInterval: pollEvery,
  })
  const parked = data?.find((one) => one.kind === kind)
  if (!parked) return null
  const { total, ids } = parked
  const more = total - ids.length
  const names = `${ids.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`
  return (
    <NoticeBox
      kind="info"
      title={`${counted(total, singular, plural)} cannot be shown yet`}
      text={`Nothing is lost: the list continues without the latest changes of ${names} and shows them as soon as it can.`}
    />
  )
}
