import type { OrderRow } from '@strand/contracts/order/staff'
import { useState } from 'react'
import { likenessOf } from '../order-flags.tsx'

/**
 * An order that looks like another is approved by the second press: the first one says what it looks
 * like.
 */
export const useSecondPress = (current: OrderRow | null) => {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const isAsked = current !== null && askedFor === current.orderid
  return {
    /** What to say after the first press. */
    warning: isAsked ? likenessOf(current) : '',
    confirms: (order: OrderRow): boolean => {
      const isConfirmed = order.sameAs.length === 0 || askedFor === order.orderid
      setAskedFor(isConfirmed ? null : order.orderid)
      return isConfirmed
    },
    forget: () => setAskedFor(null),
  }
}
