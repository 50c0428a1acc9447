-- What a person proves besides the password.
create table totp (
  user_id uuid primary key references account,
  -- Sealed under the key that the person's details are sealed under.
  secret jsonb not null,
  -- The 30 s step of the newest code that was used: no code works twice.
  last_step bigint not null,
  created_at timestamptz not null
);

create table passkey (
  credential_id text primary key,
  user_id uuid not null references account,
  public_key bytea not null,
  -- Of the authenticator: one that does not grow is a copy's.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index on passkey (user_id);

-- SHA-256 of 80 random bits and the person's id; a used one is deleted.
create table recovery_code (
  user_id uuid not null references account,
  hash bytea not null,
  primary key (user_id, hash)
);

-- A sign-in or an enrolment between its two steps: deleted by the second one, or after ten minutes.
create table sign_in_challenge (
  id uuid primary key,
  user_id uuid not null references account,
  purpose text not null check (purpose in ('sign-in', 'enrol', 'add')),
  -- A new password makes the challenge worthless.
  password_version integer not null,
  -- The secret that is being enrolled, sealed, or the passkey challenge.
  totp jsonb,
  webauthn text,
  made_at timestamptz not null
);
create index on sign_in_challenge (user_id, made_at);
create index on sign_in_challenge (made_at);

-- Which browser and system a session is of, in words, for the list under Profile.
alter table session add column device text not null default '';
