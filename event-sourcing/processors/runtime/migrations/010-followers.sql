-- A follower keeps what lies beside the read models and is not made anew with them: the log's tree.
alter table public.checkpoint drop constraint checkpoint_kind_check;
alter table public.checkpoint add constraint checkpoint_kind_check
  check (kind in ('projection', 'reaction', 'follower'));
