-- How often the last four digits of a phone number were guessed wrongly, for each question to a customer.
create table question_try (
  -- Of its event.
  question_id uuid primary key,
  wrong int not null,
  last_at timestamptz not null
);
create index question_try_age on question_try (last_at);
