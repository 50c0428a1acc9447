-- Who looks at which order. A row past its time means nothing and is overwritten or swept.
create table order_lease (
  order_id text collate "C" primary key,
  user_id uuid not null,
  -- From whom it was taken over, to tell them so.
  taken_from uuid,
  taken_at timestamptz not null,
  until timestamptz not null
);
create index order_lease_until on order_lease (until);
