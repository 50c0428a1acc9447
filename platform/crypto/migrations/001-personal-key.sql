-- Keys of persons, each wrapped by the shop's master key. Databases that are older than this file
-- have the tables already.
create table if not exists personal_key (
  id uuid primary key,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);

-- Which master key that is, as a keyed hash that does not give it away.
create table if not exists personal_key_check (
  one boolean primary key default true check (one),
  value bytea not null
);
