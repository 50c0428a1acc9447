-- When a worker put an entry back because its work could not be done at all, as without a mail server.
alter table public.outbox add column put_back_at timestamptz;
