-- What was sent under a staff command's idempotency key, as keyed hashes. That a command is applied
-- once does not depend on it: the event log recognises the ids of its events.
create table command_key (
  command_id text primary key,
  content text not null,
  used_at timestamptz not null default now()
);
create index command_key_age on command_key (used_at);
