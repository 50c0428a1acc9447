-- Gives everything in a shop's database to the role that should own it: projection versions and
-- what they publish to strand_projections, and everything else to strand_migrate. Objects that one
-- of the shop's roles owns already stay as they are, as do extensions, so a second run changes
-- nothing.
do $$
declare
  of_version constant text := '^[a-z][a-z0-9_-]*_v[0-9]+$';
  ours constant oid[] := array(
    select oid from pg_catalog.pg_roles where rolname in ('strand_migrate', 'strand_command',
      'strand_projections', 'strand_query', 'strand_workers'));
  statement text;
begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to strand_migrate, strand_command,
    strand_projections, strand_query, strand_workers', current_database());
  execute format('grant create on database %I to strand_migrate', current_database());
  -- BullMQ uses temporary tables.
  execute format('grant temporary on database %I to strand_workers', current_database());
  revoke all on schema public from public;
  grant create, usage on schema public to strand_migrate;
  grant usage on schema public to strand_command, strand_projections, strand_query, strand_workers;

  for statement in
    with schemas as (
      select n.oid, n.nspname, n.nspowner,
          case when n.nspname ~ of_version then 'strand_projections' else 'strand_migrate' end as owner
        from pg_catalog.pg_namespace n
        where n.nspname in ('public', 'event_log', 'log_proof', 'read', 'queue') or n.nspname ~ of_version
    ), of_extensions as (
      select classid, objid from pg_catalog.pg_depend where deptype = 'e'
    )
    select format('alter schema %I owner to %I', nspname, owner)
      from schemas where nspname <> 'public' and nspowner <> all (ours)
    union all
    -- Indexes and columns' sequences follow their table.
    select format('alter %s %I.%I owner to %I',
        case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end,
        s.nspname, c.relname,
        case when s.nspname = 'read' then 'strand_projections' else s.owner end)
      from pg_catalog.pg_class c join schemas s on s.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'S') and c.relowner <> all (ours)
        and not exists (select from of_extensions e
          where e.classid = 'pg_catalog.pg_class'::regclass and e.objid = c.oid)
        and not exists (select from pg_catalog.pg_depend d
          where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid
            and c.relkind = 'S' and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to %I', p.oid::regprocedure, s.owner)
      from pg_catalog.pg_proc p join schemas s on s.oid = p.pronamespace
      where p.proowner <> all (ours)
        and not exists (select from of_extensions e
          where e.classid = 'pg_catalog.pg_proc'::regclass and e.objid = p.oid)
    union all
    -- Only independent types: a table's own type follows the table.
    select format('alter type %I.%I owner to %I', s.nspname, t.typname, s.owner)
      from pg_catalog.pg_type t join schemas s on s.oid = t.typnamespace
      where t.typtype in ('e', 'd') and t.typowner <> all (ours)
        and not exists (select from of_extensions e
          where e.classid = 'pg_catalog.pg_type'::regclass and e.objid = t.oid)
  loop
    execute statement;
  end loop;
end
$$;
