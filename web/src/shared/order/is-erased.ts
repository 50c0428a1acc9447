import { erased } from '@strand/contracts/erased'
import type { OrderRow } from '@strand/contracts/order/staff'

/**
 * Whether the order's personal data was erased. Staff cannot add a message, question, note or
 * parcel to such an order, and can no longer reach its customer.
 */
export const isErased = ({ email }: Pick<OrderRow, 'email'>): boolean => email === erased
