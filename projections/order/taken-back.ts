import type { OrderEvent } from '@strand/contracts/order/events'
import type { TakenBackOutcome } from '@strand/contracts/order/taken-back'
import type { Connection } from '@strand/event-sourcing/postgres/pool'

/** A row of `order_taken_back`: the bank took back money that had paid for an approved order. */
type TakenBackRow = {
  order_id: string
  line_id: string
  debit_line_id: string
  amount_kobo: number
  taken_back_on: string
  is_certain: boolean
  noticed_at: string
  outcome: TakenBackOutcome | null
}

export const takenBackTable = `
  -- Only for orders whose approval has not been undone.
  create table order_taken_back (
    order_id text collate "C" not null,
    -- The credit that paid the order, and the debit that took it back.
    line_id uuid not null,
    debit_line_id uuid not null,
    amount_kobo int8 not null,
    taken_back_on date not null,
    -- Whether the debit cannot concern any other line.
    is_certain bool not null,
    noticed_at timestamptz not null,
    -- What staff did about it; null until they did something.
    outcome text,
    primary key (order_id, line_id)
  );
  create index on order_taken_back (taken_back_on, order_id, line_id) where outcome is null;
  create index on order_taken_back (noticed_at);`

/**
 * The changes of a batch. `withdrawn` has order ids; the maps' keys are order and line, separated
 * by a space.
 */
export type TakenBackBatch = {
  withdrawn: Set<string>
  added: Map<string, TakenBackRow>
  /** Outcomes for rows that existed before the batch. */
  seenTo: Map<string, Pick<TakenBackRow, 'order_id' | 'line_id' | 'outcome'>>
}

export const emptyTakenBack = (): TakenBackBatch => ({
  withdrawn: new Set(),
  added: new Map(),
  seenTo: new Map(),
})

/** Once its approval is undone, an order waits for new money, so earlier losses no longer count. */
const withdraw = ({ withdrawn, added, seenTo }: TakenBackBatch, orderId: string): void => {
  withdrawn.add(orderId)
  for (const rows of [added, seenTo])
    for (const [key, { order_id }] of rows) if (order_id === orderId) rows.delete(key)
}

export const foldTakenBack = (batch: TakenBackBatch, event: OrderEvent, at: string): void => {
  switch (event.type) {
    case 'OrderMoneyTakenBack': {
      const { orderId, lineId, debitLineId, amountKobo, takenBackOn, isCertain } = event.data
      const key = `${orderId} ${lineId}`
      batch.seenTo.delete(key)
      batch.added.set(key, {
        order_id: orderId,
        line_id: lineId,
        debit_line_id: debitLineId,
        amount_kobo: amountKobo,
        taken_back_on: takenBackOn,
        is_certain: isCertain,
        noticed_at: at,
        outcome: null,
      })
      return
    }
    case 'OrderMoneyTakenBackSeenTo': {
      const { orderId, lineId, outcome } = event.data
      const key = `${orderId} ${lineId}`
      const added = batch.added.get(key)
      if (added) batch.added.set(key, { ...added, outcome })
      else batch.seenTo.set(key, { order_id: orderId, line_id: lineId, outcome })
      return
    }
    case 'OrderChangeUndone':
      if (event.data.undone.type === 'OrderApproved') withdraw(batch, event.data.orderId)
  }
}

export const writeTakenBack = async (
  { withdrawn, added, seenTo }: TakenBackBatch,
  connection: Connection,
): Promise<void> => {
  if (withdrawn.size > 0)
    await connection.query('delete from order_taken_back where order_id = any($1::text[])', [
      [...withdrawn],
    ])
  if (added.size > 0)
    await connection.query(
      `insert into order_taken_back
       select * from json_populate_recordset(null::order_taken_back, $1)
       on conflict (order_id, line_id) do update set debit_line_id = excluded.debit_line_id,
         amount_kobo = excluded.amount_kobo, taken_back_on = excluded.taken_back_on,
         is_certain = excluded.is_certain, noticed_at = excluded.noticed_at,
         outcome = excluded.outcome`,
      [JSON.stringify([...added.values()])],
    )
  if (seenTo.size > 0)
    await connection.query(
      `update order_taken_back current set outcome = changed.outcome
       from json_populate_recordset(null::order_taken_back, $1) changed
       where current.order_id = changed.order_id and current.line_id = changed.line_id`,
      [JSON.stringify([...seenTo.values()])],
    )
}
