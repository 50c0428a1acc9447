-- Entries that were asked for too often, by strangers: a person decides about them.
alter table public.outbox drop constraint outbox_state_check;
alter table public.outbox add constraint outbox_state_check
  check (state in ('waiting', 'dispatched', 'done', 'failed', 'too-old', 'held'));

alter table public.outbox
  -- Counted against the limits and let through, or released by a person: never looked at again.
  add column admitted_at timestamptz,
  add column held_at timestamptz;

create index outbox_held on public.outbox (held_at desc, id desc) where state = 'held';

-- What was let through in the last day. `recipient` is a keyed hash and names nobody.
create table public.outbox_admission (
  event_id uuid not null,
  kind text not null,
  recipient text not null,
  -- The business time of the event.
  happened_at timestamptz not null,
  admitted_at timestamptz not null default now(),
  primary key (event_id, kind)
);

create index outbox_admission_recipient on public.outbox_admission (recipient, admitted_at);
create index outbox_admission_happened on public.outbox_admission (happened_at);
create index outbox_admission_admitted on public.outbox_admission (admitted_at);
