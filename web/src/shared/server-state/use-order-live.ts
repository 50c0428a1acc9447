import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOrderChanges } from './order-changes.ts'
import { refreshOrders } from './order-queries.ts'

/** Reloads what the screen shows about an order whenever anyone changes the order. */
export const useOrderLive = (orderId: string): void => {
  const client = useQueryClient()
  const heard = useOrderChanges().byOrder.get(orderId)
  useEffect(() => {
    if (heard) void refreshOrders(client)
  }, [heard, client])
}
