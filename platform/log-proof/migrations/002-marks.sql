-- Where every 256th event lies, so that an index can be told from a position, and the other way round,
-- by reading a few events of the log.
create table log_proof.mark (
  -- Events up to this one, with it.
  size int8 primary key,
  position int8 not null unique
);

-- A tree that was begun without marks is made anew from the log; its checkpoints stay, and must fit.
update log_proof.tree set size = 0, position = -1;
delete from log_proof.tile;
