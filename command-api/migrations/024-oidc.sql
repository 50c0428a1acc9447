-- Signing in at an OpenID Connect provider, from the visit there to the session.
alter table sign_in_challenge drop constraint sign_in_challenge_purpose_check;
alter table sign_in_challenge add constraint sign_in_challenge_purpose_check
  check (purpose in ('sign-in', 'enrol', 'add', 'oidc'));

-- Visits at the provider that ended: none ends twice. Rows are deleted once the visit is too old anyway.
create table oidc_visit (
  id uuid primary key,
  ended_at timestamptz not null
);
create index on oidc_visit (ended_at);
