-- Pictures of products that are in the file store: those that a product has, and those that none has
-- named yet or any more, which the sweeper takes away. Which product has which, the log knows.
create table product_picture (
  -- A hash of its files, and the beginning of their names in the file store.
  picture text primary key,
  -- When it was last uploaded, or named by a change of a product.
  named_at timestamptz not null
);

create index on product_picture (named_at);
