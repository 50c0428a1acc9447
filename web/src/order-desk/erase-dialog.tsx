import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../shared/button.tsx'
import { failureNotice } from '../shared/error-catalogue.ts'
import { Modal } from '../shared/modal.tsx'
import { refreshOrders } from '../shared/order-counts.ts'
import { TextField } from '../shared/text-field.tsx'
import { toast } from '../shared/toast.ts'
import { erasePersonalData } from './order-calls.ts'

/** Cannot be undone: so the order's id has to be typed, not only a button pressed. */
export const EraseDialog = ({ orderId, onClose }: { orderId: string; onClose: () => void }) => {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const matches = typed.trim().toUpperCase() === orderId
  const erase = async () => {
    setBusy(true)
    try {
      const answer = await erasePersonalData(orderId)
      toast.success({ title: 'Deleted', text: answer.responseMessage })
      await refreshOrders(client)
      onClose()
    } catch (error) {
      toast.failure(failureNotice(error, 'admin'))
      setBusy(false)
    }
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
          The name, the addresses, the phone number, the messages and the proof of payment of order{' '}
          <strong className="order-id">{orderId}</strong> are destroyed for ever. The order, its
          sums and its history stay.
        </p>
        <TextField
          label="Type the order id to go on"
          name="orderId"
          autoComplete="off"
          value={typed}
          error={undefined}
          onChange={setTyped}
        />
        <div className="form-buttons">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={busy} disabled={busy || !matches}>
            {busy ? 'Erasing...' : 'Erase for ever'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
