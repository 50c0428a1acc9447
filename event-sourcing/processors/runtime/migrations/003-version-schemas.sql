-- Makes the schema of a projection's version for whoever calls it, which then owns it: so that the
-- projections' role needs no right to make schemas of any name, one that another role looks into
-- among them.
create function public.create_projection_schema(name text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if name !~ '^[a-z][a-z0-9_-]{0,39}_v[0-9]{1,9}$' then
    raise exception 'Not the schema of a projection''s version: %', name;
  end if;
  execute format('create schema %I authorization %I', name, session_user);
end
$$;
revoke all on function public.create_projection_schema from public;
