-- Which master key wraps a person's key, by its id; null: the one that personal_key_check tells.
alter table personal_key add column wrapped_by bytea;
