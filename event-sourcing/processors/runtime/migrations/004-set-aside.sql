-- Renames the schema of a projection's version to version 0, which serves on until the version has
-- been made anew, and drops what an earlier time has left there. A role needs the right to make
-- schemas of any name to rename one: the projections' role gets this function in its stead, for
-- schemas of its own.
create function public.set_projection_schema_aside(name text, version int) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '2s'
as $$
declare
  serving text := format('%s_v%s', name, version);
  resting text := format('%s_v0', name);
begin
  if name !~ '^[a-z][a-z0-9_-]{0,39}$' or version < 1 then
    raise exception 'Not a version of a projection: %', serving;
  end if;
  if exists (
    select from pg_namespace
    where nspname in (serving, resting) and not pg_has_role(session_user, nspowner, 'usage')
  ) then
    raise exception '% belongs to another role', serving;
  end if;
  execute format('drop schema if exists %I cascade', resting);
  -- Somebody may have dropped it. A view goes by its table, whatever the schema is called.
  if exists (select from pg_namespace where nspname = serving) then
    execute format('alter schema %I rename to %I', serving, resting);
  end if;
end
$$;
revoke all on function public.set_projection_schema_aside from public;
