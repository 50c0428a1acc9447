-- Which product, delivery location or campaign has claimed a name. The log decides whether it truly
-- bears it: a claim is written before the event, so after a crash one may be there in vain.
create table name_claim (
  kind text not null,
  name text not null,
  holder uuid not null,
  primary key (kind, name)
);

create index on name_claim (holder);
