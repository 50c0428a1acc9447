-- The follower writes, and anyone may read what query-api shows. Checkpoints are deleted only when they
-- are retracted after a restore.
grant usage on schema log_proof to strand_projections, strand_query, strand_command;
grant select, insert, update, delete
  on log_proof.tree, log_proof.tile, log_proof.entry_tile, log_proof.checkpoint,
    log_proof.cosigned_checkpoint, log_proof.cosignature, log_proof.verification
  to strand_projections;
grant select, insert on log_proof.retracted_checkpoint to strand_projections;
grant select
  on log_proof.tree, log_proof.tile, log_proof.entry_tile, log_proof.checkpoint,
    log_proof.cosigned_checkpoint, log_proof.cosignature, log_proof.verification
  to strand_query;
-- It takes into the log what the proof rests on, and cosignatures of what the log has signed.
-- A report says the index of the last event that it counts: entry_tile tells it.
grant select on log_proof.tree, log_proof.tile, log_proof.entry_tile, log_proof.checkpoint
  to strand_command;
grant select, insert
  on log_proof.cosigned_checkpoint, log_proof.cosignature, log_proof.verification
  to strand_command;
