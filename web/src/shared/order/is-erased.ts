import { erased } from '@strand/contracts/erased'
import type { OrderRow } from '@strand/contracts/order/staff'

/**
 * Whether the order's personal data is erased. Such an order takes no message, question, note or
 * parcel, and its customer can no longer be told anything.
 */
export const isErased = ({ email }: Pick<OrderRow, 'email'>): boolean => email === erased
