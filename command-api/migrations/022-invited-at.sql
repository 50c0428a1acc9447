-- When the person was last invited: the mailed link and the temporary password last from then on.
alter table account add column invited_at timestamptz;
update account set invited_at = created_at;
-- The default is for processes of the release before, which go on during an upgrade.
alter table account alter column invited_at set default now(), alter column invited_at set not null;
