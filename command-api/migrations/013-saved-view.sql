-- Lists as people like to see them. Deleted by their owners; the private ones of somebody who was
-- archived are swept.
create table saved_view (
  view_id uuid primary key,
  user_id uuid not null,
  shared boolean not null,
  -- As the contract `SaveView` has it, without `shared`.
  content jsonb not null
);
create index saved_view_user on saved_view (user_id);
create index saved_view_shared on saved_view (view_id) where shared;
