-- The work of reading proofs of payment, from the order's event to `ProofRead`. The workers fill and
-- read it; command-api, which alone may append, takes what they found. A row stays, so that no file is
-- read twice, until the order's personal data is erased. Decision 227.
create table proof_reading (
  order_id text not null,
  -- Of the file in the store.
  key text not null,
  type text not null,
  asked_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'recorded')),
  -- Readings that began: a file that ends the reader again and again is not readable.
  tries int not null default 0,
  reader_version int,
  -- `ProofReading`, sealed under the order's key; null if the file cannot be read.
  reading jsonb,
  -- What `proof_reference` gets; emptied with it.
  reference_hmacs bytea[] not null default '{}',
  primary key (order_id, key)
);
create index on proof_reading (tries, asked_at) where state = 'waiting';
create index on proof_reading (asked_at) where state = 'done';

-- Which references and session ids the proofs of an order have, as HMACs: whether another order has one
-- too is asked by comparing rows. Deleted with the order's personal data.
create table proof_reference (
  order_id text not null,
  hmac bytea not null,
  primary key (order_id, hmac)
);
create index on proof_reference (hmac);
