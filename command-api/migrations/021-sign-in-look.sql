-- Failed tries of one source (a network, a known browser) for one subject (an e-mail address, known
-- or not, or a session), both under a keyed hash. Counted before the password is looked at, so that
-- tries at the same moment, in whatever process, cannot all pass.
drop table sign_in_failure;
create table sign_in_failure (
  subject bytea not null,
  source bytea not null,
  failures integer not null,
  first_at timestamptz not null,
  primary key (subject, source)
);
create index sign_in_failure_by_age on sign_in_failure (first_at);

-- When strangers last had a password for an e-mail address looked at, over all networks; newest first.
create table sign_in_look (
  subject bytea primary key,
  looks timestamptz[] not null,
  last_at timestamptz not null
);
create index sign_in_look_by_age on sign_in_look (last_at);

-- When the person was last mailed that strangers try to sign in.
alter table account add column sign_in_warned_at timestamptz;

-- Mailed links that make the browser known that opens them.
create table known_device_link (
  id uuid primary key,
  user_id uuid not null references account,
  made_at timestamptz not null,
  used_at timestamptz
);
create index on known_device_link (user_id);
