import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { AddNote } from '../../shared/order/add-note.tsx'
import { isErased } from '../../shared/order/is-erased.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import { useAudit } from './use-audit.ts'

export const NoteButton = ({ orderId }: { orderId: string }) => {
  const mayManage = usePermission('orders.manage')
  const [open, setOpen] = useState(false)
  const order = useAudit(orderId).data?.order
  if (!mayManage || (order && isErased(order))) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add note</Button>
      {open && <AddNote orderId={orderId} onClose={() => setOpen(false)} />}
    </>
  )
}
