-- What a line of a new file is compared with the known ones by: account, day and amount find those that it may be, in place
-- of a likeness. Null in rows of an earlier release until they are filled in from the read model. Decision 290.
alter table bank_line
  add column bank_account_id uuid,
  add column booked_on date,
  add column amount_kobo int8,
  add column balance_kobo int8,
  -- An earlier release that runs beside this one writes it.
  alter column likeness drop not null;
drop index bank_line_likeness_idx;
create index on bank_line (bank_account_id, booked_on, amount_kobo);
create index on bank_line (line_id) where booked_on is null;
