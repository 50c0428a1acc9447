import { lagosDay } from '@strand/contracts/lagos-time'
import type { OrderRow } from '@strand/contracts/order/staff'
import { orderStatuses } from '@strand/contracts/order/status'
import { formatBankDay } from '../format/bank-day.ts'
import { WholeValues } from './whole-values.tsx'

type Changed = Pick<OrderRow, 'orderstatus' | 'shipment' | 'lastChange'>

/** `Archived by Tola Bello, 25 Nov: No payment came`, or `Shipped GIG-2026-1000 by …`. */
export const lastChangeOf = ({ orderstatus, shipment, lastChange }: Changed): string | null => {
  if (!lastChange || orderstatus === 'pending') return null
  const { at, by, reason, isBack } = lastChange
  const did = isBack ? `Back to ${orderstatus}` : orderStatuses[orderstatus].label
  const waybill = !isBack && orderstatus === 'shipped' ? shipment?.waybill : undefined
  const day = formatBankDay(lagosDay(at))
  const what = `${did}${waybill ? ` ${waybill}` : ''}${by && ` by ${by}`}, ${day}`
  return reason === '' ? what : `${what}: ${reason}`
}

/**
 * The last change to an order: who made it, when and why. Renders nothing for a pending order, or
 * one that nobody has changed.
 */
export const LastChange = ({ order }: { order: Changed }) => {
  const text = lastChangeOf(order)
  return text ? (
    <p className="last-change">
      <WholeValues text={text} />
    </p>
  ) : null
}
