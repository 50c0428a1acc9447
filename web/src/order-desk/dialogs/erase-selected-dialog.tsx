import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { Modal } from '../../shared/dialogs/modal.tsx'
import { TextField } from '../../shared/fields/text-field.tsx'

/** Cannot be undone, so the user must type the number of orders, not only press a button. */
export const EraseSelectedDialog = ({
  count,
  onErase,
  onClose,
}: {
  count: number
  onErase: () => Promise<void>
  onClose: () => void
}) => {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const matches = typed.trim() === String(count)
  const orders = count === 1 ? '1 order' : `${count} orders`
  const erase = async () => {
    setBusy(true)
    await onErase()
    onClose()
  }
  return (
    <Modal title="Erase personal data" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (matches && !busy) void erase()
        }}
      >
        <p>
          The names, the addresses, the phone numbers, the messages and the proofs of payment of{' '}
          <strong>{orders}</strong> are destroyed for ever. The orders, their sums and their history
          stay.
        </p>
        <TextField
          label="Type the number of orders to go on"
          name="count"
          autoComplete="off"
          value={typed}
          error={undefined}
          onChange={setTyped}
        />
        <div className="form-buttons">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy} disabled={busy || !matches}>
            {busy ? 'Erasing...' : `Erase ${orders} for ever`}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
