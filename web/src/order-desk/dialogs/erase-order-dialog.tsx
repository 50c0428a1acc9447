import { useQueryClient } from '@tanstack/react-query'
import { EraseDialog } from '../../shared/dialogs/erase-dialog.tsx'
import { refreshOrders } from '../../shared/server-state/order-queries.ts'
import { erasePersonalData } from '../order-calls.ts'

export const EraseOrderDialog = ({
  orderId,
  onClose,
}: {
  orderId: string
  onClose: () => void
}) => {
  const client = useQueryClient()
  const erase = async () => {
    const answer = await erasePersonalData(orderId)
    await refreshOrders(client)
    return answer
  }
  return (
    <EraseDialog
      label="Type the order id to go on"
      name="orderId"
      expected={orderId}
      erase={erase}
      onClose={onClose}
    >
      The name, the addresses, the phone number, the messages and the proof of payment of order{' '}
      <strong className="order-id">{orderId}</strong> are destroyed for ever. The order, its sums
      and its history stay.
    </EraseDialog>
  )
}
