/**
 * Facts are only ever added. A report as at the end of a day reads only `report_sum`, which adds
 * facts up by business day and day of recording. A report as at an event within a day also reads
 * that day's facts. See decision 241.
 */
export const reportTables = `
  create table report_fact (
    -- Of the event.
    position int8 not null,
    number int4 not null,
    recorded_on date not null,
    business_day date not null,
    kind text collate "C" not null,
    sign int2 not null,
    order_id text collate "C" not null,
    product text collate "C" not null,
    product_name text not null,
    campaign text collate "C" not null,
    campaign_name text not null,
    location text collate "C" not null,
    location_name text not null,
    staff text collate "C" not null,
    detail text collate "C" not null,
    account text collate "C" not null,
    quantity int8 not null,
    amount int8 not null,
    part int8 not null,
    minutes int4,
    since date,
    primary key (position, number)
  );
  create index on report_fact (business_day, order_id) where detail = 'approved without money';

  create table report_sum (
    series text collate "C" not null,
    business_day date not null,
    recorded_on date not null,
    key text collate "C" not null,
    sign int2 not null,
    -- As the last of its facts has it, whose position follows.
    name text not null,
    last_position int8 not null,
    count int8 not null,
    quantity int8 not null,
    amount int8 not null,
    part int8 not null,
    primary key (series, business_day, recorded_on, key, sign)
  );

  -- The first and the last event of each day of recording that made a fact.
  create table report_day (
    recorded_on date primary key,
    first_position int8 not null,
    last_position int8 not null
  );

  -- What later events of an order and of a bank line need to know of it.
  create table report_order (
    order_id text collate "C" primary key,
    created_at timestamptz not null,
    status text collate "C" not null,
    approved bool not null,
    shipped bool not null,
    returned bool not null,
    approved_at timestamptz,
    approve_minutes int4,
    ship_minutes int4,
    placed jsonb not null
  );
  create table report_line (
    line_id uuid primary key,
    bank_account_id uuid not null,
    booked_on date not null,
    amount_kobo int8 not null,
    probably_same bool not null,
    merged bool not null,
    set_aside bool not null,
    withdrawn bool not null,
    -- Kobo by order.
    allocations jsonb not null
  );

  create table report_issued (
    report_id uuid primary key,
    name text collate "C" not null,
    version int4 not null,
    parameters jsonb not null,
    index int8 not null,
    sha256 text not null,
    issued_at timestamptz not null,
    user_id text collate "C" not null,
    position int8 not null
  );
  create index on report_issued (position);`
