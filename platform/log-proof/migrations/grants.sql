-- The follower writes, and anyone may read what query-api shows. Checkpoints are deleted only when they
-- are retracted after a restore.
grant usage on schema log_proof to strand_projections, strand_query, strand_command;
grant select, insert, update, delete on log_proof.tree, log_proof.tile, log_proof.checkpoint,
  log_proof.mark to strand_projections;
grant select, insert on log_proof.retracted_checkpoint to strand_projections;
grant select on log_proof.tree, log_proof.tile, log_proof.checkpoint to strand_query;
-- A report says the index of the last event that it counts.
grant select on log_proof.mark to strand_query, strand_command;
