-- What works once and was used by a client that sent a key, and what came of it, sealed under that key: whoever has
-- the key gets the same answer for a while, should the first one have been lost.
create table used_once (
  -- SHA-256 of what it was.
  thing bytea primary key,
  outcome bytea not null,
  used_at timestamptz not null
);
create index on used_once (used_at);
