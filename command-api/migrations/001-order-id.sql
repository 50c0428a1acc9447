-- Ids that staff had made ahead; new orders use them up, oldest first.
create table reserved_order_id (
  order_id text primary key,
  sequence bigint generated always as identity,
  -- Which submission of the order form holds the id: a hash of its key, or a random text.
  taken_by text unique,
  taken_at timestamptz,
  -- An order of this id is known to be in the log.
  used boolean not null default false
);

create index on reserved_order_id (sequence) where taken_by is null and not used;
create index on reserved_order_id (taken_at) where taken_by is not null and not used;
