-- Orders whose personal data is being destroyed. A row stands from before the event until key and
-- files are gone, so that a crash between them is made good.
create table order_erasure (
  order_id text primary key,
  asked_at timestamptz not null
);
