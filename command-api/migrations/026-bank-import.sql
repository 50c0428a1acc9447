-- Files of the bank, from their preview until they are imported. Which lines a statement brought, the log knows.
create table bank_import (
  preview_id uuid primary key,
  statement_id uuid not null unique,
  -- Null until it is previewed, as all that the file says.
  bank_account_id uuid,
  state text not null check (state in ('received', 'previewed', 'importing', 'done', 'failed')),
  created_at timestamptz not null,
  -- In the file store; null once the file is deleted.
  key text,
  -- As `StatementHead` has it.
  head jsonb,
  sha256 text,
  -- Who imports it and when: { commandId, correlationId, at, actor }.
  origin jsonb,
  -- Lines that have been looked at, and how often that began.
  done int not null default 0,
  tries int not null default 0,
  -- { new, known, probablySame } and the event's position, once it is done; why not, if it failed.
  counts jsonb,
  position int8,
  problem text not null default ''
);
create index on bank_import (created_at) where state in ('received', 'previewed', 'importing');

-- The lines whose events are in the log, to tell at once which lines of a file are known. It holds no
-- words of them: an id and a likeness are HMACs. Decision 212.
create table bank_line (
  line_id uuid primary key,
  statement_id uuid not null,
  likeness bytea not null,
  probably_same_as uuid
);
create index on bank_line (likeness);
create index on bank_line (statement_id);
