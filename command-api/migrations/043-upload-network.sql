-- Of the network that a file came from, a keyed hash: uploads of one network give way to others' when there
-- is no room, and its proofs are read in turn with others'. Null for what was there before.
alter table upload add column network text;
create index on upload (network) include (size) where claimed_by is null;

-- The same for the proof, until it has been read; empty afterwards.
alter table proof_reading add column network text;
