-- People who sign in. Credentials, sessions and used tokens are written and read synchronously,
-- never through a projection: what ends must end at once.
create table account (
  user_id uuid primary key,
  -- What one signs in with, in lower case.
  email text not null constraint account_email unique,
  -- argon2id, as a PHC string.
  password_hash text not null,
  -- Counts the passwords a person has had; a stronger hash of the same one does not count.
  password_version integer not null default 0,
  -- False while the password is the temporary one of the first mail.
  password_chosen boolean not null default false,
  role text not null,
  status text not null check (status in ('pending', 'active', 'archived')),
  -- What the status was before the account was archived, to restore it.
  status_before text check (status_before in ('pending', 'active')),
  email_confirmed_at timestamptz,
  -- The details of the person, sealed under the key that their events are sealed under too.
  personal jsonb not null,
  created_at timestamptz not null
);
create index account_by_role on account (role) where status = 'active';

create table session (
  id uuid primary key,
  user_id uuid not null references account,
  -- Random; with TOKEN_SECRET it makes the session's refresh tokens, so that this table alone
  -- gives nobody one.
  seed bytea not null,
  -- Counts the rotations: the refresh token that is valid now carries this number.
  generation integer not null default 0,
  rotated_at timestamptz,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
create index session_of_user on session (user_id) where ended_at is null;
create index session_by_age on session (created_at);

-- Failed sign-ins per e-mail address, known or not, under a keyed hash of the address.
create table sign_in_failure (
  email_key bytea primary key,
  failures integer not null,
  first_at timestamptz not null
);

create table password_reset (
  id uuid primary key,
  -- Null where somebody asked for an address that nobody has: it must cost the same.
  user_id uuid references account,
  requested_at timestamptz not null,
  used_at timestamptz,
  -- A newer link, a changed password or an archived account makes the older ones worthless.
  void boolean not null default false
);
create index password_reset_of_user on password_reset (user_id, requested_at);

-- Events of people that their transaction decided and that the log may not hold yet: written with
-- the change itself, appended at once, deleted then. What a crash leaves here is appended later.
create table account_event (
  sequence bigint generated always as identity primary key,
  event_id uuid not null unique,
  user_id uuid not null,
  type text not null,
  data jsonb not null,
  metadata jsonb not null,
  written_at timestamptz not null default now()
);
create index account_event_of_user on account_event (user_id, sequence);
