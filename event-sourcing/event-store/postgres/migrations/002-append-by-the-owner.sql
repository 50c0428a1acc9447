-- Whoever appends does so through the function alone, which runs with its owner's rights: no other
-- role needs a right to write to the log. A fixed search path, since a caller could otherwise put
-- operators of its own before ours.
alter function event_log.append(
  text[], integer[], integer[], integer[], uuid[], text[], text[], text[]
) security definer;
alter function event_log.append(
  text[], integer[], integer[], integer[], uuid[], text[], text[], text[]
) set search_path = pg_catalog, pg_temp;
revoke all on function event_log.append from public;

-- Not even the owner, besides the trigger that refuses it.
revoke update, delete, truncate on event_log.event from current_user;
