-- The runners' own tables, and what they publish.
grant select, insert, update, delete on public.checkpoint to strand_projections;
grant select, insert, update on public.checkpoint to strand_workers;
grant select, insert, update, delete on public.parked_stream to strand_projections, strand_workers;

grant select, insert, update on public.projection to strand_projections;

-- A read waits for what its caller has written, and a command for what the next one decides on.
grant select on public.checkpoint, public.projection, public.parked_stream to strand_query, strand_command;

grant select, insert, update, delete on public.outbox to strand_workers;
-- A failed mail is listed, and sent again.
grant select on public.outbox to strand_query, strand_command;
grant update (state, round, reason, finished_at, admitted_at) on public.outbox to strand_command;
grant select, insert, delete on public.outbox_admission to strand_workers;
grant select, insert, delete on public.outbox_outage to strand_workers;
-- Staff see that no mail goes out at present, and none is released then.
grant select on public.outbox_outage to strand_query, strand_command;

-- Projections own their versions' schemas and the views that show them. Views are made while the shop
-- runs, so what readers may do with them is said ahead as well.
grant usage on schema read to strand_projections, strand_query, strand_command;
grant create on schema read to strand_projections;
grant execute on function public.create_projection_schema, public.set_projection_schema_aside
  to strand_projections;
grant select on all tables in schema read to strand_query, strand_command;
alter default privileges for role strand_projections in schema read
  grant select on tables to strand_query, strand_command;
