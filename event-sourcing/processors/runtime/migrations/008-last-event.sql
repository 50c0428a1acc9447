-- The last event that a processor passed: { stream, revision, id }. By it a processor knows its log
-- again: a log that was restored may have grown past the checkpoint, with other events.
alter table public.checkpoint add column last_event jsonb;
