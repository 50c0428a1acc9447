-- Where the events of each tile of leaves begin, so that they are found without reading the log from its
-- beginning: the position of the event before the first. Positions are opaque, and the log of
-- EventStoreDB has gaps between them.
create table log_proof.entry_tile (
  index int8 primary key,
  after_position int8 not null
);
-- The follower makes the tree anew from the log, and with it these rows; what is signed already it signs
-- again only if it is the same.
update log_proof.tree set size = 0, position = -1;
delete from log_proof.tile;

-- From which index on every event must bear a writer's MAC, as the log says.
alter table log_proof.tree add column macs_from int8;

-- Checkpoints that witnesses have cosigned, for ever.
create table log_proof.cosigned_checkpoint (
  size int8 primary key,
  -- With the log's own signature alone.
  note text not null,
  -- When the first cosignature came, and its day in Africa/Lagos.
  day date not null,
  signed_at timestamptz not null
);
create table log_proof.cosignature (
  size int8 not null references log_proof.cosigned_checkpoint,
  witness text not null,
  -- The witness's, as it was registered.
  verifier_key text not null,
  -- The line of the note.
  line text not null,
  -- By the witness's clock.
  signed_at timestamptz not null,
  primary key (size, witness)
);

-- When the log was verified, and what came out; the newest ones.
create table log_proof.verification (
  id uuid primary key,
  state text not null check (state in ('waiting', 'running', 'whole', 'wrong', 'failed')),
  -- Null for `npm run verify`.
  requested_by uuid,
  requested_at timestamptz not null default now(),
  -- While it runs, its process says so every second.
  alive_at timestamptz,
  ended_at timestamptz,
  done int8 not null default 0,
  of_about int8 not null default 0,
  first_wrong int8,
  outcome text not null default ''
);
create unique index one_at_a_time on log_proof.verification ((true))
  where state in ('waiting', 'running');
