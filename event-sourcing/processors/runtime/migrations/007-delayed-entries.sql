-- Entries whose event may still be taken back: they wait until they are due, and are released then.
alter table public.outbox drop constraint outbox_state_check;
alter table public.outbox add constraint outbox_state_check check (
  state in ('delayed', 'waiting', 'dispatched', 'done', 'failed', 'too-old', 'held')
);
alter table public.outbox add column due_at timestamptz;
create index outbox_delayed on public.outbox (due_at, id) where state = 'delayed';

drop index public.outbox_open;
create index outbox_open on public.outbox (created_at desc, id desc)
  where state in ('delayed', 'waiting', 'dispatched');

-- The mails of an order or a person.
create index outbox_stream on public.outbox (stream, id);
