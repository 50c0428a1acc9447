-- The tree over the event log: hashes and numbers alone. Everything but the checkpoints can be made anew
-- from the log.
create schema log_proof;

create table log_proof.tree (
  only_row boolean primary key default true check (only_row),
  -- Fixed at the first checkpoint, as is the key.
  origin text not null,
  verifier_key text not null,
  size int8 not null check (size >= 0),
  -- Of the last event in it.
  position int8 not null
);

-- Of a partial tile there is one row, which grows: its shorter versions are how it begins.
create table log_proof.tile (
  level int4 not null,
  index int8 not null,
  hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (level, index)
);
-- Hashes do not get smaller.
alter table log_proof.tile alter column hashes set storage external;

-- The last checkpoint of each day, for ever.
create table log_proof.checkpoint (
  -- In Africa/Lagos.
  day date primary key,
  size int8 not null,
  note text not null,
  signed_at timestamptz not null
);

-- Checkpoints of events that a restore of the log did not bring back.
create table log_proof.retracted_checkpoint (
  day date not null,
  size int8 not null,
  note text not null,
  signed_at timestamptz not null,
  retracted_at timestamptz not null default now()
);
