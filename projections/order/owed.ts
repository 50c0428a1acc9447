import { erased } from '@strand/contracts/erased'
import type { OrderEvent } from '@strand/contracts/order/events'
import { type Opened, textOf } from '@strand/contracts/order/personal'
import type { Connection } from '@strand/event-sourcing/postgres/pool'

export const owedTables = `
  -- What the shop owes to customers, including what has already been paid back.
  create table order_owed (
    owed_id uuid primary key,
    order_id text collate "C" not null,
    -- The credit that the money came with.
    line_id uuid not null,
    amount_kobo int8 not null,
    paid_back_kobo int8 not null,
    reason text not null,
    owed_at timestamptz not null,
    owed_by text collate "C" not null,
    -- Whether staff decided that it is not owed after all.
    withdrawn bool not null
  );
  create index on order_owed (order_id);
  create index on order_owed (owed_at, owed_id) where not withdrawn and paid_back_kobo < amount_kobo;

  -- The debits that pay back what is owed.
  create table order_paid_back (
    owed_id uuid not null,
    debit_line_id uuid not null,
    amount_kobo int8 not null,
    paid_back_at timestamptz not null,
    primary key (owed_id, debit_line_id)
  );`

/**
 * One statement. The statements of a batch run one by one, in log order: a shop has only a few of
 * these events per day.
 */
export type OwedChange = { text: string; values: unknown[] }

const paidBack = `update order_owed set paid_back_kobo = (
  select coalesce(sum(amount_kobo), 0) from order_paid_back part where part.owed_id = $1
) where owed_id = $1`

type OwedEvent = Extract<
  OrderEvent,
  {
    type:
      | 'OrderMoneyOwed'
      | 'OrderMoneyNotOwed'
      | 'OrderMoneyPaidBack'
      | 'OrderMoneyNotPaidBack'
      | 'OrderPersonalDataErased'
  }
>

/** The statements for an event of a debt, or for an erasure. */
export const owedChanges = (
  event: OwedEvent,
  { at, by }: { at: string; by: string },
  opened: Opened,
): OwedChange[] => {
  switch (event.type) {
    case 'OrderMoneyOwed': {
      const { orderId, owedId, lineId, amountKobo } = event.data
      return [
        {
          text: `insert into order_owed values ($1, $2, $3, $4, 0, $5, $6, $7, false)`,
          values: [owedId, orderId, lineId, amountKobo, textOf(opened), at, by],
        },
      ]
    }
    case 'OrderMoneyNotOwed': {
      const { owedId } = event.data
      return [
        { text: 'update order_owed set withdrawn = true where owed_id = $1', values: [owedId] },
      ]
    }
    case 'OrderMoneyPaidBack': {
      const { owedId, debitLineId, amountKobo } = event.data
      return [
        {
          text: 'insert into order_paid_back values ($1, $2, $3, $4)',
          values: [owedId, debitLineId, amountKobo, at],
        },
        { text: paidBack, values: [owedId] },
      ]
    }
    case 'OrderMoneyNotPaidBack': {
      const { owedId, debitLineId } = event.data
      return [
        {
          text: 'delete from order_paid_back where owed_id = $1 and debit_line_id = $2',
          values: [owedId, debitLineId],
        },
        { text: paidBack, values: [owedId] },
      ]
    }
    case 'OrderPersonalDataErased':
      return [
        {
          text: 'update order_owed set reason = $2 where order_id = $1',
          values: [event.data.orderId, erased],
        },
      ]
  }
}

export const writeOwed = async (changes: OwedChange[], connection: Connection): Promise<void> => {
  for (const { text, values } of changes) await connection.query(text, values)
}
