import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { toast } from '../../shared/feedback/toast.ts'
import { refreshOrders } from '../../shared/server-state/order-queries.ts'

export const useUndoEvent = (orderId: string) => {
  const client = useQueryClient()
  return async (position: string) => {
    try {
      const sent = { params: { orderId }, body: { position } }
      const answer = await call(orderCommandEndpoints.undoOrderChange, sent)
      toast.success({ title: 'Undone', text: answer.responseMessage })
    } catch (error) {
      toast.failure(failureNotice(error, 'action'))
    }
    await refreshOrders(client)
  }
}
