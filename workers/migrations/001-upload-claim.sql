-- Files that an order of the log names, until the row of their upload is cleared away.
create table upload_claim (
  file_uid uuid primary key
);
