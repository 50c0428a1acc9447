-- Whoever answers `/readyz` says how the last drill went. Drills and restores run as the owner.
grant select on public.drill to strand_command, strand_projections, strand_query, strand_workers;
