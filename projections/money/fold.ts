import type { BankLineEvent } from '@strand/contracts/money/bank-line.events'
import { type Opened, textOf } from '@strand/contracts/order/personal'
import type { Allocations, BankBatch, Line, LineRow } from './batch.ts'
import { erasedRow, newRow, statusOf } from './line-row.ts'

type DataOf<Type> = Extract<BankLineEvent, { type: Type }>['data']

/** A sum of zero keeps its row, so that the rows do not depend on how events are batched. */
const countDay = ({ days }: BankBatch, row: LineRow, sign: 1 | -1) => {
  const key = `${row.bank_account_id} ${row.booked_on} ${row.status}`
  const sums = days.get(key) ?? { lines: 0, amount_kobo: 0, allocated_kobo: 0 }
  days.set(key, {
    lines: sums.lines + sign,
    amount_kobo: sums.amount_kobo + sign * row.amount_kobo,
    allocated_kobo: sums.allocated_kobo + sign * row.allocated_kobo,
  })
}

const changed = ({ row, allocations }: Line, columns: Partial<LineRow>): Line => {
  const next = { ...row, ...columns }
  return { row: { ...next, status: statusOf(next) }, allocations }
}

const sumOf = (allocations: Allocations) =>
  [...allocations.values()].reduce((sum, one) => sum + one.amount_kobo, 0)

/**
 * In `allocated_kobo`, amounts that are owed or paid back are also included, and stay as they are.
 */
const withAllocations = (line: Line, allocations: Allocations): Line => {
  const besides = line.row.allocated_kobo - sumOf(line.allocations)
  return changed({ ...line, allocations }, { allocated_kobo: besides + sumOf(allocations) })
}

const withKobo = (line: Line, kobo: number): Line =>
  changed(line, { allocated_kobo: line.row.allocated_kobo + kobo })

const match = (
  line: Line,
  { lineId, allocations, rule, approving }: DataOf<'BankLineMatched'>,
  { at, by }: { at: string; by: string },
): Line => {
  const added = allocations.map(({ orderId, amountKobo }) => ({
    line_id: lineId,
    order_id: orderId,
    amount_kobo: amountKobo,
    rule,
    approving,
    allocated_at: at,
    allocated_by: by,
  }))
  const all = [...line.allocations.values(), ...added]
  return withAllocations(line, new Map(all.map((one) => [one.order_id, one])))
}

/**
 * Folds a line's event into the line's rows in memory. Only `BankLineRecorded` may find no row, or
 * the row of a withdrawn line.
 */
export const foldLine = (
  batch: BankBatch,
  event: BankLineEvent,
  actor: { at: string; by: string },
  opened: Opened,
) => {
  const { lineId } = event.data
  if (event.type === 'BankLineRecorded') {
    const row = newRow(event.data, opened)
    const withdrawn = batch.lines.get(lineId)
    if (withdrawn) {
      countDay(batch, withdrawn.row, -1)
      batch.mergedInto.add(lineId)
    }
    batch.lines.set(lineId, { row, allocations: new Map() })
    batch.toCompare.add(lineId)
    return countDay(batch, row, 1)
  }
  const line = batch.lines.get(lineId)
  if (!line) throw new Error(`${event.type} of bank line ${lineId}, which was never recorded`)
  const set = (next: Line) => {
    batch.lines.set(lineId, next)
    countDay(batch, line.row, -1)
    countDay(batch, next.row, 1)
  }
  switch (event.type) {
    case 'BankLineMatched':
      for (const { orderId } of event.data.allocations)
        batch.paid.push({ order_id: orderId, line_id: lineId })
      return set(match(line, event.data, actor))
    case 'BankLineUnmatched': {
      const { orderIds } = event.data
      const kept = [...line.allocations].filter(([orderId]) => !orderIds.includes(orderId))
      return set(withAllocations(line, new Map(kept)))
    }
    case 'BankLineSetAside': {
      const { kind, note } = event.data
      const columns = { set_aside_kind: kind, set_aside_note: note && textOf(opened) }
      return set(changed(line, columns))
    }
    case 'BankLineTakenBack':
      return set(changed(line, { set_aside_kind: null, set_aside_note: null }))
    case 'BankLineMerged':
      batch.mergedInto.add(event.data.into)
      batch.toCompare.add(lineId)
      return set(changed(line, { probably_same_as: null, merged_into: event.data.into }))
    case 'BankLineKeptApart':
      batch.toCompare.add(lineId)
      return set(changed(line, { probably_same_as: null }))
    case 'BankLineWithdrawn': {
      const { merged_into } = line.row
      if (merged_into !== null) batch.mergedInto.add(merged_into)
      batch.toCompare.add(lineId)
      const reversals = { gives_back: null, reversed_by: null, perhaps_reversed_by: null }
      return set(changed(line, { ...reversals, merged_into: null, withdrawn: true }))
    }
    case 'BankLineOwed':
      return set(withKobo(line, event.data.amountKobo))
    case 'BankLineNotOwed':
      return set(withKobo(line, -event.data.amountKobo))
    case 'BankLinePaidBack':
      batch.toCompare.add(lineId)
      return set(withKobo(line, event.data.amountKobo))
    case 'BankLineNotPaidBack':
      batch.toCompare.add(lineId)
      return set(withKobo(line, -event.data.amountKobo))
    case 'BankLineTextErased':
      batch.toCompare.add(lineId)
      return set({ ...line, row: erasedRow(line.row) })
  }
}
