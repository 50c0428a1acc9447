import { resultOf } from '@strand/contracts/answer'
import { ParkedStreams } from '@strand/contracts/shop/parked'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { get } from '../api/client.ts'
import { NoticeBox } from '../feedback/notice-box.tsx'
import { formatNumber } from '../format/money.tsx'

/** Milliseconds between two requests, as often as the server retries. */
const pollEvery = 60_000

/**
 * Shown above a list that lacks parked streams: their events are safe in the log, but cannot be
 * shown yet.
 *
 * @param pathSegment as in the calls' paths: `order`, `delivery-location`
 */
export const ParkedNotice = ({
  pathSegment,
  singular,
  plural,
}: {
  pathSegment: string
  singular: string
  plural: string
}) => {
  const { data } = useQuery({
    queryKey: ['parked'],
    queryFn: async ({ signal }) =>
      (await get(resultOf(z.array(ParkedStreams)), '/admin/parked', { signal })).result,
    refetchInterval: pollEvery,
  })
  const parked = data?.find(({ kind }) => kind === pathSegment)
  if (!parked) return null
  const { total, ids } = parked
  const more = total - ids.length
  const names = `${ids.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`
  return (
    <NoticeBox
      kind="info"
      title={`${total === 1 ? `1 ${singular}` : `${formatNumber(total)} ${plural}`} cannot be shown yet`}
      text={`Nothing is lost: the list goes on without the latest of ${names}, and shows it as soon as that is possible.`}
    />
  )
}
