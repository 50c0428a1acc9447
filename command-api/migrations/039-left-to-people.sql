-- The first payment code of each day, by its number, so that it is known when a code was made: no money can be meant for
-- it that was booked before.
create table payment_code_day (
  day date primary key,
  first int8 not null
);

-- Why orders that a transfer names are not approved by themselves; made again whenever these are looked at.
create table left_to_people (
  order_id text collate "C" primary key,
  line_id uuid not null,
  -- As `LeftToPeople` has it.
  reason text not null
);
