import type { OrderRow } from '@strand/contracts/order/staff'
import { useState } from 'react'
import { likenessOf } from '../order-flags.tsx'

/**
 * An order that looks like another is approved by the second press: the first one says what it looks
 * like. `isProven` says that its own money has come, so that the same proof says nothing more.
 */
export const useSecondPress = (current: OrderRow | null, isProven: boolean) => {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const isAsked = current !== null && askedFor === current.orderid
  return {
    /** What to say after the first press. */
    warning: isAsked ? likenessOf(current) : '',
    confirms: (order: OrderRow): boolean => {
      const alarms = order.sameAs.filter(({ flag }) => !isProven || flag !== 'same-proof')
      const isConfirmed = alarms.length === 0 || askedFor === order.orderid
      setAskedFor(isConfirmed ? null : order.orderid)
      return isConfirmed
    },
    forget: () => setAskedFor(null),
  }
}
