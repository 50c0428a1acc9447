-- Second steps of signing in that failed since the last one that did not, from wherever they came.
alter table account add column failed_second_steps integer not null default 0;
