import { lineStatus } from '@strand/contracts/money/bank-line'
import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import { addFacts, type Cause, type LineRow, type ReportBatch } from './batch.ts'

/** How reports count a line; null for a merged or withdrawn line. */
type Counted = { status: string; amount: number; part: number } | null

const countedAs = (line: LineRow): Counted => {
  if (line.merged || line.withdrawn) return null
  const part = Object.values(line.allocations).reduce((sum, kobo) => sum + kobo, 0)
  const amount = line.amount_kobo
  const probablySameAs = line.probably_same ? line.line_id : null
  const status = lineStatus({ amountKobo: amount, probablySameAs, isSetAside: line.set_aside })
  return { status, amount, part }
}

const after = (line: LineRow, event: Exclude<BankLineEvent, { type: 'BankLineRecorded' }>) => {
  switch (event.type) {
    case 'BankLineMatched': {
      const added = event.data.allocations.map(({ orderId, amountKobo }) => [orderId, amountKobo])
      return { ...line, allocations: { ...line.allocations, ...Object.fromEntries(added) } }
    }
    case 'BankLineUnmatched': {
      const kept = Object.entries(line.allocations).filter(
        ([orderId]) => !event.data.orderIds.includes(orderId),
      )
      return { ...line, allocations: Object.fromEntries(kept) }
    }
    // Money that is owed back pays for no order, but counts as used.
    case 'BankLineOwed': {
      const { owedId, amountKobo } = event.data
      return { ...line, allocations: { ...line.allocations, [owedId]: amountKobo } }
    }
    case 'BankLineNotOwed': {
      const kept = Object.entries(line.allocations).filter(([of]) => of !== event.data.owedId)
      return { ...line, allocations: Object.fromEntries(kept) }
    }
    case 'BankLineSetAside':
      return { ...line, set_aside: true }
    case 'BankLineTakenBack':
      return { ...line, set_aside: false }
    case 'BankLineMerged':
      return { ...line, probably_same: false, merged: true }
    case 'BankLineKeptApart':
      return { ...line, probably_same: false }
    case 'BankLineWithdrawn':
      return { ...line, withdrawn: true }
    // A repayment does not change the line's amounts, so no number in a report changes.
    case 'BankLinePaidBack':
    case 'BankLineNotPaidBack':
    case 'BankLineTextErased':
      return line
  }
}

/** Folds a line's event: subtracts the line's old facts and adds its new ones. */
export const foldLine = (batch: ReportBatch, event: BankLineEvent, cause: Cause) => {
  const { lineId } = event.data
  if (event.type === 'BankLineRecorded') {
    const line: LineRow = {
      line_id: lineId,
      bank_account_id: event.data.bankAccountId,
      booked_on: event.data.bookedOn,
      amount_kobo: event.data.amountKobo,
      probably_same: event.data.probablySameAs !== null,
      merged: false,
      set_aside: false,
      withdrawn: false,
      allocations: {},
    }
    // A withdrawn line that another statement contains again already has a row.
    return change(batch, cause, batch.lines.get(lineId) ?? null, line)
  }
  const line = batch.lines.get(lineId)
  if (!line) throw new Error(`${event.type} of bank line ${lineId}, which was never recorded`)
  change(batch, cause, line, after(line, event))
}

const change = (batch: ReportBatch, cause: Cause, before: LineRow | null, line: LineRow) => {
  batch.lines.set(line.line_id, line)
  const [old, now] = [before && countedAs(before), countedAs(line)]
  const isSame =
    old?.status === now?.status && old?.amount === now?.amount && old?.part === now?.part
  if (isSame) return
  const fact = ({ status, amount, part }: NonNullable<Counted>, sign: 1 | -1) => ({
    kind: 'money' as const,
    sign,
    business_day: line.booked_on,
    detail: status,
    account: line.bank_account_id,
    amount: sign * amount,
    part: sign * part,
  })
  addFacts(batch, cause, [...(old ? [fact(old, -1)] : []), ...(now ? [fact(now, 1)] : [])])
}
