import { evidenceLines } from '@strand/contracts/money/evidence'
import type { DecodedLog } from './decoded.ts'

type Paid = { amountKobo: number; approving: string | null }

/** The allocations at the end of the log: by line, then by order. */
export const allocationsOf = ({ lines }: DecodedLog) => {
  const all = new Map<string, Map<string, Paid>>()
  for (const history of lines.values())
    for (const { event } of history) {
      const { lineId } = event.data
      const line = all.get(lineId) ?? new Map<string, Paid>()
      all.set(lineId, line)
      if (event.type === 'BankLineMatched')
        for (const { orderId, amountKobo } of event.data.allocations)
          line.set(orderId, { amountKobo, approving: event.data.approving })
      if (event.type === 'BankLineUnmatched')
        for (const orderId of event.data.orderIds) line.delete(orderId)
    }
  return all
}

/** For each order, the last approval that was not undone: its command and its lines. */
const approvalsOf = ({ orders }: DecodedLog) => {
  const approvals = new Map<string, { commandId: string; lineIds: string[] } | null>()
  for (const history of orders.values())
    for (const { event, metadata } of history) {
      const { orderId } = event.data as { orderId: string }
      if (event.type === 'OrderApproved') {
        const lineIds = evidenceLines(event.data.evidence).map(({ lineId }) => lineId)
        approvals.set(orderId, { commandId: metadata.causationId, lineIds })
      }
      if (event.type === 'OrderChangeUndone' && event.data.undone.type === 'OrderApproved')
        approvals.set(orderId, null)
    }
  return approvals
}

/** Checks that lines pay only for approved orders, and no more than their amounts. */
export const wrongMoney = (log: DecodedLog): string[] => {
  const problems: string[] = []
  const allocations = allocationsOf(log)
  const approvals = approvalsOf(log)
  for (const [lineId, orders] of allocations) {
    const sum = [...orders.values()].reduce((kobo, { amountKobo }) => kobo + amountKobo, 0)
    const [first] = log.lines.get(`bank-line-${lineId}`) ?? []
    const has = first?.event.type === 'BankLineRecorded' ? first.event.data.amountKobo : 0
    if (sum > Math.max(0, has)) problems.push(`line ${lineId} pays more than it has`)
    for (const [orderId, { approving }] of orders)
      if (approvals.get(orderId)?.commandId !== approving)
        problems.push(`line ${lineId} pays order ${orderId}, whose approval it is not`)
  }
  for (const [orderId, approval] of approvals)
    for (const lineId of approval?.lineIds ?? [])
      if (!allocations.get(lineId)?.has(orderId))
        problems.push(`order ${orderId} is approved, but line ${lineId} does not pay it`)
  return problems
}
