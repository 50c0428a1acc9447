import { erased } from '@strand/contracts/erased'
import type { OrderRow } from '@strand/contracts/order/staff'

/**
 * Whether nobody can tell any more whose order it is. It takes no message, question, note and parcel,
 * and nobody can be written to about it.
 */
export const isErased = ({ email }: Pick<OrderRow, 'email'>): boolean => email === erased
