-- How the last drills went: each restored the newest backup of the shop elsewhere, and compared it.
create table public.drill (
  ended_at timestamptz primary key default now(),
  whole boolean not null,
  -- The line that the drill wrote.
  outcome text not null,
  -- Of the backup.
  backed_up_at timestamptz not null
);

-- The restore that is filling this database, until it has ended: the same one may go on.
create table public.restore (
  only_row boolean primary key default true check (only_row),
  backup uuid not null,
  run int not null
);
