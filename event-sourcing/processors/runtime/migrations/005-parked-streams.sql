-- Streams with an event that a runner could not apply. That event and what follows it in its stream
-- wait in the log, everything else goes on. A row says where its stream stands and why; it goes when
-- the last waiting event is applied, or with the checkpoint, since whoever begins again from the
-- beginning of the log finds out anew.
create table public.parked_stream (
  kind text not null,
  name text not null,
  version int not null,
  stream text collate "C" not null,
  -- The first event of the stream that is not applied.
  revision int not null,
  position int8 not null,
  event_id uuid not null,
  event_type text not null,
  -- Why it was not, in a line that quotes no values.
  reason text not null,
  parked_at timestamptz not null default now(),
  tries int not null default 1,
  tried_at timestamptz not null default now(),
  primary key (kind, name, version, stream),
  foreign key (kind, name, version) references public.checkpoint
    on update cascade on delete cascade
);
-- Which of a runner's come first in the log, and which have waited longest for another try.
create index on public.parked_stream (kind, name, version, position);
create index on public.parked_stream (kind, name, version, tried_at, position);

-- Grows with each transaction that tries parked events again: position and this number together tell
-- one state of the tables from another. It begins at the milliseconds of the row's making, so that it
-- grows as well when a checkpoint is dropped and made anew.
alter table public.checkpoint add column mended int8 not null
  default (extract(epoch from clock_timestamp()) * 1000)::int8;

comment on column public.checkpoint.problem is
  'Releases before parked_stream stopped at a bad event and said so here; not read any more.';
