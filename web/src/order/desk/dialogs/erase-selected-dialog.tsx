import { counted } from '@strand/contracts/counted'
import { EraseDialog } from '../../../shared/dialogs/erase-dialog.tsx'

export const EraseSelectedDialog = ({
  count,
  erase,
  onClose,
}: {
  count: number
  erase: () => Promise<boolean>
  onClose: () => void
}) => {
  const orders = counted(count, 'order')
  return (
    <EraseDialog
      label="Type the number of orders to continue"
      name="count"
      expected={String(count)}
      action={`Erase ${orders} permanently`}
      erase={erase}
      onClose={onClose}
    >
      The names, the addresses, the phone numbers, the messages and the proofs of payment of{' '}
      <strong>{orders}</strong> are destroyed for good. The orders, their amounts and their history
      stay.
    </EraseDialog>
  )
}
