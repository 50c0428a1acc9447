import { trackingEndpoints } from '@strand/contracts/order/tracking.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/**
 * Says how long it usually takes until an order is confirmed. Renders nothing while that is
 * unknown.
 */
export const UsualTime = () => {
  const { data } = useQuery({
    queryKey: ['confirmation-time'],
    queryFn: ({ signal }) => call(trackingEndpoints.getConfirmationTime, { signal }),
    select: ({ result }) => result.withinMinutes,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ? <>Most orders are confirmed within {durationOf(data)}.</> : null
}

/** `15 minutes`, `an hour`, `3 days`. */
export const durationOf = (minutes: number): string => {
  if (minutes < 60) return `${minutes} minutes`
  if (minutes < 1440) return minutes < 120 ? 'an hour' : `${Math.round(minutes / 60)} hours`
  return minutes < 2880 ? 'a day' : `${Math.round(minutes / 1440)} days`
}
