import type { OrderRow } from '@strand/contracts/order/staff'
import type { ReactNode } from 'react'
import { useLeases } from '../../shared/server-state/live-orders.ts'
import { useAdmin } from '../../shared/session/session.ts'

/** Who looks at which order now, other than this person, by order id. */
export const useLookedAt = (): ReadonlyMap<string, string> => {
  const { userid } = useAdmin()
  const others = useLeases().filter((lease) => lease.userid !== userid)
  return new Map(others.map(({ orderid, name }) => [orderid, name]))
}

/** What a colleague did with an order or does now, in the place of something: no row grows by it. */
export const RowNote = ({
  order: { orderid },
  left,
  children,
}: {
  order: Pick<OrderRow, 'orderid'>
  left: string | undefined
  children: ReactNode
}) => {
  const name = useLookedAt().get(orderid)
  const note = left ?? (name && `${name} is looking at this`)
  if (note === undefined) return children
  return (
    <span className="row-note" title={note}>
      {note}
    </span>
  )
}
