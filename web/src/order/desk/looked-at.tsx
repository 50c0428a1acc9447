import type { OrderRow } from '@strand/contracts/order/staff'
import type { ReactNode } from 'react'
import { useLeases } from '../../shared/server-state/live-orders.ts'
import { useAdmin } from '../../shared/session/session.ts'

/** The colleague who is looking at each order now, by order id. */
export const useLookedAt = (): ReadonlyMap<string, string> => {
  const { userid } = useAdmin()
  const others = useLeases().filter((lease) => lease.userid !== userid)
  return new Map(others.map(({ orderid, name }) => [orderid, name]))
}

/**
 * Says what a colleague has done with an order, or that a colleague is looking at it. The note
 * replaces other content, so that the row does not become higher.
 */
export const RowNote = ({
  order: { orderid, orderstatus },
  left,
  isShort = false,
  children,
}: {
  order: Pick<OrderRow, 'orderid' | 'orderstatus'>
  left: string | undefined
  isShort?: boolean
  children: ReactNode
}) => {
  // Ignores the review lease of an order that was decided. A decision does not release the lease,
  // so the colleague who holds it has probably moved on.
  const lookedAt = useLookedAt()
  const name = orderstatus === 'pending' ? lookedAt.get(orderid) : undefined
  const looking = name && `${name} is looking`
  const note = left ?? (looking && `${looking} at this`)
  if (note === undefined) return children
  return (
    <span className="row-note" title={note}>
      {left ?? (isShort ? looking : note)}
    </span>
  )
}
