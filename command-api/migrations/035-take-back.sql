-- Which statements have which lines, until they are taken back: a line goes with the last one that has it. Decision 290.
create table bank_statement_line (
  line_id uuid not null,
  statement_id uuid not null,
  primary key (line_id, statement_id)
);
create index on bank_statement_line (statement_id);
insert into bank_statement_line (line_id, statement_id) select line_id, statement_id from bank_line;

-- Statements that somebody takes back: whichever process has the lock of the imports brings it to its end.
create table bank_take_back (
  statement_id uuid primary key,
  bank_account_id uuid not null,
  -- `begun`: lines may be withdrawn already.
  state text not null check (state in ('asked', 'refused', 'begun', 'done')),
  -- Who takes it back and when: { commandId, correlationId, at, actor }; and why, sealed.
  origin jsonb not null,
  reason jsonb not null,
  -- How many lines go and stay, once it has begun, and the event's position, once it is done.
  withdrawn int not null default 0,
  kept int not null default 0,
  position int8,
  -- Why it was refused, or what it waits for.
  problem text not null default ''
);
create index on bank_take_back (statement_id) where state in ('asked', 'begun');

-- Until the file is deleted.
alter table bank_import add column file_name text not null default '';
create index on bank_import (bank_account_id) where state = 'done';
create index on bank_line (probably_same_as) where probably_same_as is not null;
