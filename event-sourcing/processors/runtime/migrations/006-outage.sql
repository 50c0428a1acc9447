-- While the work of a reactor's entries cannot be done at all: since when, and why. No row otherwise.
create table public.outbox_outage (
  reaction text primary key,
  since timestamptz not null default now(),
  reason text not null
);

-- Entries that a person waits for at a screen are done first.
alter table public.outbox add column urgent boolean not null default false;
drop index public.outbox_waiting;
create index outbox_waiting on public.outbox (urgent desc, id) where state = 'waiting';

-- What staff list: entries on their way, and those that are done.
create index outbox_open on public.outbox (created_at desc, id desc)
  where state in ('waiting', 'dispatched');
create index outbox_done on public.outbox (finished_at desc, id desc)
  where state = 'done' and reason is null;
