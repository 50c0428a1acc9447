-- BullMQ's tables are the workers' alone. It makes sequences and temporary tables as it works.
grant usage, create on schema queue to strand_workers;
grant select, insert, update, delete on all tables in schema queue to strand_workers;
grant usage, select, update on all sequences in schema queue to strand_workers;
