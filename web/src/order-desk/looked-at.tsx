import { useLeases } from '../shared/server-state/live-orders.ts'
import { useAdmin } from '../shared/session/session.ts'

/** Who looks at which order now, other than this person, by order id. */
export const useLookedAt = (): ReadonlyMap<string, string> => {
  const { userid } = useAdmin()
  const others = useLeases().filter((lease) => lease.userid !== userid)
  return new Map(others.map(({ orderid, name }) => [orderid, name]))
}

export const LookedAt = ({ orderId }: { orderId: string }) => {
  const name = useLookedAt().get(orderId)
  return name === undefined ? null : <span className="looked-at">{name} is looking at this</span>
}
