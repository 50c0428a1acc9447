-- What each role may do with the log: read it; and command-api, append to it.
grant usage on schema event_log
  to strand_command, strand_projections, strand_query, strand_workers;
grant select on event_log.head, event_log.event
  to strand_command, strand_projections, strand_query, strand_workers;
grant execute on function event_log.append to strand_command;

-- A restored backup has forgotten it.
revoke update, delete, truncate on event_log.event from strand_migrate;
