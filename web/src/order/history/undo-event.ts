import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import { call } from '../../shared/api/client.ts'

/** Undoes the latest change of an order, as a new event. Nobody gets a mail about it. */
export const undoEvent = (orderId: string, position: string) =>
  call(orderCommandEndpoints.undoOrderChange, { params: { orderId }, body: { position } })
