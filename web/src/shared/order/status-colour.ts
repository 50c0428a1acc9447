import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import './status-colour.css'

/** The CSS class that sets `--status` and `--status-tint` to a status's colors. */
export const colourClass = (status: OrderStatus) => `status-${orderStatuses[status].colour}`
