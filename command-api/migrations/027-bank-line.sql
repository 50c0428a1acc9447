-- Lines of the bank whose texts are erased. A row is there from before the event to after the key is destroyed, and
-- stays, so that nobody looks at the line again. Decision 215.
create table bank_line_erasure (
  line_id uuid primary key,
  asked_at timestamptz not null,
  -- The key is destroyed.
  done boolean not null default false
);
create index on bank_line_erasure (asked_at) where not done;

-- What stands where in a bank's tables, by their header, as a person saw it when they imported one. Decision 216.
create table bank_mapping (
  -- An HMAC of the account and of the words of the header.
  fingerprint text collate "C" primary key,
  bank_account_id uuid not null,
  -- As `StatementMapping` has it.
  mapping jsonb not null,
  used_at timestamptz not null
);
create index on bank_mapping (bank_account_id);
create index on bank_mapping (used_at);
