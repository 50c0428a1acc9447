import { mentionTable } from './mentions.ts'
import { owedTables } from './owed.ts'
import { takenBackTable } from './taken-back.ts'

/**
 * What changes during an order's life is in the narrow `order_state`; what is written once, mostly
 * personal data, is in the wide `order_detail`, which a status change does not touch. A search
 * looks at hundreds of orders to find ten, so it has its own narrow table, `order_search`. Ids
 * compare by bytes (`collate "C"`), which is several times faster than by a language's rules.
 */
export const orderTables = `${mentionTable}
${takenBackTable}
${owedTables}
  create table order_state (
    order_id text collate "C" primary key,
    status text collate "C" not null,
    created_at timestamptz not null,
    -- Of the last change, as contracts/order/changes.ts has it.
    position int8 not null,
    -- The shop's message that holds now.
    message text not null,
    review text not null,
    -- [{ orderStatus, dateCreated, orderMessage }], oldest first.
    steps jsonb not null,
    -- { carrier, waybill } of the last parcel, if it was said.
    shipment jsonb,
    -- The last question to the customer, as in the answers to staff.
    question jsonb,
    notes int8 not null,
    -- The latest.
    note text not null,
    assignee uuid,
    -- Who proposed the approval; counts while the order is pending.
    proposed_by uuid,
    -- { at, by, reason, isBack } of what was done last.
    change jsonb
  );
  create index order_question on order_state ((question ->> 'state')) where question is not null;
  -- Read forwards and backwards: a list goes by both columns in one direction.
  create index order_list on order_state (status, created_at, order_id);

  create table order_detail (
    order_id text collate "C" primary key,
    -- The state's, so that one index finds what was paid like this about that time.
    created_at timestamptz not null,
    first_name text not null,
    last_name text not null,
    email text not null,
    phone text not null,
    instagram text not null,
    account_name text collate "C" not null,
    country text not null,
    location text not null,
    address text not null,
    -- Whether the address is the location's own, and no personal data.
    pickup boolean not null,
    postal_code text not null,
    sales_id text not null,
    sales text not null,
    -- Empty if the order has none.
    payment_code text not null,
    -- { kind, seenAt, today } if the total is not the shop's of that moment.
    old_price jsonb,
    quantity int8 not null,
    delivery_price int8 not null,
    total int8 not null,
    -- [{ productId, product, price, quantity, amount }]
    lines jsonb not null,
    -- The lines in words, which an export of a million orders need not compute again.
    product text not null,
    -- [{ key, type, sha256, name }]
    files jsonb not null
  );
  create index order_account on order_detail (lower(account_name), total, created_at);

  -- The status is no part of any index, and pages have room: a status change rewrites this row in its
  -- page, without touching the trigram index.
  create table order_search (
    order_id text collate "C" primary key,
    status text collate "C" not null,
    created_at timestamptz not null,
    search text not null
  ) with (fillfactor = 80);

  create table order_file (
    sha256 text collate "C" not null,
    order_id text collate "C" not null,
    primary key (sha256, order_id)
  );

  -- One row per tab, and one per tab and month or day of creation in Africa/Lagos.
  create table order_month (
    status text collate "C" not null,
    -- The first of its days.
    month date not null,
    count int8 not null,
    primary key (status, month)
  );
  create table order_count (
    status text collate "C" primary key,
    count int8 not null
  );
  create table order_day (
    status text collate "C" not null,
    day date not null,
    count int8 not null,
    primary key (status, day)
  );

  -- Approvals, by their day in Africa/Lagos and the time since the order.
  create table order_confirmation (
    day date not null,
    within_minutes int8 not null,
    count int8 not null,
    primary key (day, within_minutes)
  );

  -- Quantities over all orders that are not archived.
  create table ordered_product (
    product_id text collate "C" not null,
    sales_id text collate "C" not null,
    product text not null,
    sales text not null,
    quantity int8 not null,
    primary key (product_id, sales_id)
  );`

/**
 * Maintained row by row, the trigrams would be most of a rebuild's work; built at once, they are a
 * tenth of it.
 */
export const orderLateIndexes = [
  `create index if not exists order_trigrams on order_search
     using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 262144)`,
]

/**
 * New trigrams go to a pending list, and from there into the index. Without this statement, some
 * batch would flush the list every few thousand orders, and everyone waiting for that batch would
 * wait a few tenths of a second.
 */
export const orderUpkeep = [`select gin_clean_pending_list(to_regclass('order_trigrams'))`]
