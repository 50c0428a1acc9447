import type { OrderStatus } from '@strand/contracts/order/status'
import { colourClass } from './status-colour.ts'
import './status-tag.css'

/** An order's status, in its colour and in words. */
export const StatusTag = ({ status }: { status: OrderStatus }) => (
  <span className={`status-tag ${colourClass(status)}`}>{status}</span>
)
