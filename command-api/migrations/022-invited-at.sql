-- When the person was last invited: the mailed link and the temporary password last from then on.
alter table account add column invited_at timestamptz;
update account set invited_at = created_at;
alter table account alter column invited_at set not null;
