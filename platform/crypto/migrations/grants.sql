-- command-api makes and destroys keys; the others open what was sealed.
grant select, insert, delete on public.personal_key to strand_command;
-- Wrapping them anew changes no row's id.
grant update (wrapped, wrapped_by) on public.personal_key to strand_command;
grant select on public.personal_key to strand_projections, strand_query, strand_workers;

-- The first service that starts writes down which master key the shop has; only command-api
-- changes it, once every key is wrapped by the new one.
grant select, insert on public.personal_key_check
  to strand_command, strand_projections, strand_query, strand_workers;
grant update (value) on public.personal_key_check to strand_command;
