-- Proof files, from before their first byte is stored until an order of the log names them or the
-- sweeper takes them away. Their names are personal data and stand only, sealed, in the order.
create table upload (
  file_uid uuid primary key,
  -- Name in the file store.
  key text not null unique,
  -- Null while the file is still on its way.
  type text,
  size bigint,
  sha256 text,
  created_at timestamptz not null
);

create index on upload (created_at);
