-- Search over a text column by a part of it; named here, since an extension made by a projection's
-- own tables would lie in that version's schema and be dropped with it.
create extension if not exists pg_trgm with schema public;

-- Where the published tables of the serving versions are read: `read.<view>`.
create schema if not exists read;

-- How far each runner has come. Its row is updated in the transaction that writes the rows made
-- from the events up to there. The low fill factor keeps its many versions on its own page.
create table public.checkpoint (
  kind text not null check (kind in ('projection', 'reaction')),
  name text not null,
  -- Of a projection, from 1; reactions have no versions and say 0.
  version int not null,
  position int8 not null,
  -- Events of the log up to the position, of whatever type.
  seen int8 not null default 0,
  -- When the log took the last of them.
  seen_at timestamptz,
  -- Of the projection's `tables`, so that a change without a new version is noticed.
  checksum text not null default '',
  -- The event that cannot be applied: { eventId, position, type, stream, reason, at }.
  problem jsonb,
  primary key (kind, name, version)
) with (fillfactor = 10);

-- Which version of a projection its views show, and which views these are.
create table public.projection (
  name text primary key,
  version int not null,
  views text[] not null,
  serving_since timestamptz not null default now()
);

-- What reactions ask of the workers. Nothing here says more than the event does: the worker opens
-- the event when it does the work.
create table public.outbox (
  id int8 generated always as identity primary key,
  reaction text not null,
  kind text not null,
  event_id uuid not null,
  event_type text not null,
  stream text not null,
  revision int not null,
  position int8 not null,
  -- The business time of the event.
  happened_at timestamptz not null,
  state text not null check (state in ('waiting', 'dispatched', 'done', 'failed', 'too-old')),
  -- How often a worker tried, over all rounds, and why the last try failed.
  tries int not null default 0,
  reason text,
  -- Goes up when somebody asks for the work again after it failed.
  round int not null default 1,
  created_at timestamptz not null default now(),
  dispatched_at timestamptz,
  finished_at timestamptz,
  unique (event_id, kind)
);

create index outbox_waiting on public.outbox (id) where state = 'waiting';
create index outbox_dispatched on public.outbox (dispatched_at) where state = 'dispatched';
create index outbox_failed on public.outbox (finished_at desc, id desc) where state = 'failed';
