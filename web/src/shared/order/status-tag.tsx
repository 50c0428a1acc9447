import type { OrderStatus } from '@strand/contracts/order/status'
import { colourClass } from './status-colour.ts'
import './status-tag.css'

export const StatusTag = ({ status }: { status: OrderStatus }) => (
  <span className={`status-tag ${colourClass(status)}`}>{status}</span>
)
