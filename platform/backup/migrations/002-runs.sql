-- The newest run of each backup that has read this database. A copy of before lacks it.
create table public.backup_run (
  backup uuid primary key,
  run int not null
);
