import { EraseDialog } from '../../../shared/dialogs/erase-dialog.tsx'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { useCommand } from '../../../shared/server-state/use-command.ts'
import { erasePersonalData } from '../order-commands.ts'

export const EraseOrderDialog = ({
  orderId,
  onClose,
}: {
  orderId: string
  onClose: () => void
}) => {
  const { attempt } = useCommand({
    send: erasePersonalData,
    success: 'Deleted',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
  })
  return (
    <EraseDialog
      label="Type the order id to continue"
      name="orderId"
      expected={orderId}
      erase={() => attempt(orderId)}
      onClose={onClose}
    >
      The name, the addresses, the phone number, the messages and the proof of payment of order{' '}
      <strong className="order-id">{orderId}</strong> are destroyed for good. The order, its amounts
      and its history stay.
    </EraseDialog>
  )
}
