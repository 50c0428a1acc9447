-- Payment codes. A code is the encrypted number that the sequence gave: what strangers ask for takes
-- no space, and no number is given twice. The key is made once, here, and never changed: under another
-- one, codes of before would come again.
create sequence payment_code_number maxvalue 3404825447 no cycle;

create table payment_code_key (
  single boolean primary key default true check (single),
  key bytea not null
);
insert into payment_code_key (key)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- The codes that orders have. A submission takes its code before its order's event is appended.
create table payment_code_use (
  code text primary key,
  -- The submission, as in reserved_order_id.taken_by.
  taken_by text not null
);
create index on payment_code_use (taken_by);
