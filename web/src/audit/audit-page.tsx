import { enterOrderId } from '@strand/contracts/order'
import { normalOrderId } from '@strand/contracts/order-id'
import { type FormEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { Button } from '../shared/button.tsx'
import { usePageTitle } from '../shared/page.tsx'
import { paths } from '../shared/paths.ts'
import { TextField } from '../shared/text-field.tsx'
import { AuditedOrder } from './audited-order.tsx'
import './audit.css'

/** `/dashboard/audit/:orderId?`: find an order, see its whole life. */
export const AuditPage = () => {
  const { orderId = '' } = useParams()
  usePageTitle(orderId ? `History of ${orderId}` : 'Order history')
  return (
    <>
      <div className="page-head">
        <h1>Order history</h1>
      </div>
      <FindOrder key={`find ${orderId}`} orderId={orderId} />
      {orderId && <AuditedOrder key={orderId} orderId={orderId} />}
    </>
  )
}

const FindOrder = ({ orderId }: { orderId: string }) => {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(orderId)
  const [error, setError] = useState<string>()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const id = normalOrderId(typed)
    if (id) navigate(paths.auditOf(id))
    else setError(typed.trim() === '' ? enterOrderId : 'This is no order id')
  }
  return (
    <form className="find-order" noValidate onSubmit={find}>
      <TextField
        label="Order id"
        name="orderId"
        autoComplete="off"
        spellCheck={false}
        placeholder="7K3Q-ZM9X-WD4T"
        value={typed}
        error={error}
        onChange={(value) => {
          setTyped(value)
          setError(undefined)
        }}
      />
      <Button type="submit" look={orderId ? 'secondary' : 'primary'}>
        Show history
      </Button>
    </form>
  )
}
