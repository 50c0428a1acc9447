-- One upload serves one order. A submission of the form claims its uploads before its order's event is
-- appended, so what nobody has claimed is in no order, and of what is claimed the log has the last word.
alter table upload
  -- The submission, as in reserved_order_id.taken_by.
  add claimed_by text,
  -- The id that its order has, unless it got a reserved one. Null for 'swept' and 'before claims'.
  add order_id text,
  -- How many tries of the submission hold the claim: only the last of them gives it back.
  add tries integer not null default 0;

-- Orders may name any of these; the sweeper asks the order read model about them, as it did.
update upload set claimed_by = 'before claims' where sha256 is not null;

create index on upload (created_at) include (size) where claimed_by is null;
