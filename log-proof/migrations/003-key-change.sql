-- A change of the signing key that both keys have signed, until the log holds it: the follower may not
-- append, and command-api has no signing key.
alter table log_proof.tree add column key_change text;
