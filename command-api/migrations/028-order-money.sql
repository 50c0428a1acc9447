-- Commands that change an order and the bank lines that pay it. A row is there from before their first event until both
-- agree, so that a crash in between is made good. Decision 217.
create table order_money (
  id uuid primary key,
  kind text not null check (kind in ('approve', 'undo', 'archive', 'erase')),
  order_id text not null,
  -- The command whose matches it is about; null for those of any.
  approving text,
  -- [{ lineId, amountKobo }]
  lines jsonb not null,
  -- { commandId, correlationId, at, actor }
  origin jsonb not null,
  -- When it was begun, or last looked at.
  asked_at timestamptz not null
);
create index on order_money (asked_at);
