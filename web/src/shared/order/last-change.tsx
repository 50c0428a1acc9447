import { lagosDay } from '@strand/contracts/lagos-time'
import type { OrderAuditEvent } from '@strand/contracts/order/audit'
import { OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import { formatBankDay } from '../format/bank-day.ts'
import { useAudit } from './use-audit.ts'

/** `Archived by Tola Bello, 25 Nov: No payment came`, or `Shipped GIG-2026-1000 by …`. */
export const lastChangeOf = (events: readonly OrderAuditEvent[]): string | null => {
  const changed = ({ changes }: OrderAuditEvent, name: string) =>
    changes.find(({ field }) => field === name)?.to ?? ''
  const last = events.findLast((event) => changed(event, 'status') !== '')
  if (!last) return null
  const status = OrderStatus.safeParse(changed(last, 'status')).data
  if (!status || status === 'pending') return null
  const isTold = last.type !== 'OrderChangeUndone' && last.type !== 'OrderRestored'
  const did = isTold ? orderStatuses[status].label : `Back to ${status}`
  const waybill = status === 'shipped' && changed(last, 'waybill')
  const by = last.by.kind === 'staff' ? ` by ${last.by.name}` : ''
  const day = formatBankDay(lagosDay(last.createdat))
  const reason = changed(last, 'reason')
  return `${did}${waybill ? ` ${waybill}` : ''}${by}, ${day}${reason && `: ${reason}`}`
}

/** What was done with an order last, by whom, when and why; nothing of one that is still as it came. */
export const LastChange = ({ orderId }: { orderId: string }) => {
  const { data } = useAudit(orderId)
  const text = data && lastChangeOf(data.events)
  return text ? <p className="last-change">{text}</p> : null
}
