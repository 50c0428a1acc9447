-- How many proofs of its order came before it: one of each order is read first.
alter table proof_reading add column nth int not null default 0;
update proof_reading read set nth = came.nth
from (
  select order_id, key, row_number() over (partition by order_id order by asked_at, key) - 1 as nth
  from proof_reading
) came
where (came.order_id, came.key) = (read.order_id, read.key) and came.nth > 0;

-- The next proof of each network, whose turns are found one after the other, however many wait.
drop index proof_reading_tries_asked_at_idx;
create index on proof_reading (tries, coalesce(network, '?'), nth, asked_at) where state = 'waiting';
-- For the sweep that forgets networks after a day.
create index on proof_reading (asked_at) where network is not null;
