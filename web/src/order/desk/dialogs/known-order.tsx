import type { OrderRow } from '@strand/contracts/order/staff'
import { type ReactNode, useEffect } from 'react'
import { DialogOutline } from '../../../shared/dialogs/dialog-outline.tsx'
import { useOrderRows } from '../order-reads.ts'

/**
 * Renders an open dialog once its order is known. After the user has signed in again, the order
 * first has to be loaded.
 */
export const KnownOrder = ({
  orderId,
  given,
  onGone,
  children,
}: {
  orderId: string
  /** The order that the screen already has. Ignored unless it is the dialog's order. */
  given: OrderRow | null
  onGone: () => void
  children: (order: OrderRow) => ReactNode
}) => {
  const atHand = given?.orderid === orderId ? given : null
  const asked = useOrderRows(atHand ? [] : [orderId])
  const order = atHand ?? asked.data?.[0]
  const isGone = !atHand && (asked.isError || asked.data?.length === 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: there is nothing to open
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone])
  return order ? children(order) : <DialogOutline what="order" />
}
