-- Up to which note of an order a member of staff has read those that mention them. Marks older than
-- a mention can count as unread are deleted when the next one is written.
create table mention_read (
  user_id uuid not null,
  order_id text collate "C" not null,
  position int8 not null,
  read_at timestamptz not null default now(),
  primary key (user_id, order_id)
);
create index mention_read_age on mention_read (read_at);
