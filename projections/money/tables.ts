/**
 * The texts of lines are stored unencrypted, so that staff can search them. Sums and counts are
 * kept per day, so that the total of a list and the check of an account add up days, not lines.
 */
export const bankTables = `
  create table bank_account (
    bank_account_id uuid primary key,
    bank_name text not null,
    account_name text not null,
    account_number text not null,
    currency text not null,
    added_at timestamptz not null
  );

  create table bank_statement (
    statement_id uuid primary key,
    bank_account_id uuid not null,
    format text not null,
    -- The days that it speaks of.
    first_day date not null,
    last_day date not null,
    rows int8 not null,
    new int8 not null,
    known int8 not null,
    probably_same int8 not null,
    not_money int8 not null,
    opening_kobo int8,
    closing_kobo int8,
    -- [{ day, balanceKobo }] of its days with lines; null if the lines do not follow from balances.
    day_ends jsonb,
    -- Empty if it is not known.
    file_name text not null,
    imported_at timestamptz not null,
    imported_by text collate "C" not null,
    -- Null while it stands.
    taken_back_at timestamptz,
    taken_back_by text collate "C",
    taken_back_reason text,
    withdrawn int8 not null,
    kept int8 not null,
    -- Whether any of it is sealed and not erased.
    has_text bool not null
  );
  create index on bank_statement (bank_account_id, first_day);

  -- The statements all of whose lines are known to be there: their own import has come to its end, or
  -- that of a file that has all of them. Only then it is known which of them others take back.
  create table bank_arrived (
    statement_id uuid primary key
  );

  create table bank_line (
    line_id uuid primary key,
    bank_account_id uuid not null,
    -- The one that brought it, and then those that brought the lines that were merged into it.
    statement_ids uuid[] not null,
    booked_on date not null,
    value_on date,
    amount_kobo int8 not null,
    balance_kobo int8,
    reference text not null,
    payer text not null,
    narration text not null,
    -- unmatched, matched, setaside, debit, probablysame, merged or withdrawn.
    status text collate "C" not null,
    -- Null once a person has said whether it is the same.
    probably_same_as uuid,
    allocated_kobo int8 not null,
    set_aside_kind text,
    set_aside_note text,
    merged_into uuid,
    -- money, or returned as the bank says.
    kind text collate "C" not null,
    -- The earlier debit that this credit gives back.
    gives_back uuid,
    -- The debit that took this credit back.
    reversed_by uuid,
    -- A debit that may have: it may mean another credit of this amount, too.
    perhaps_reversed_by uuid,
    -- Whether the only statement that had it was taken back.
    withdrawn bool not null,
    -- What it says and its whole naira, folded, one a line.
    search text not null
  );
  create index on bank_line (booked_on, line_id);
  create index on bank_line (status, booked_on, line_id);
  create index on bank_line (bank_account_id, booked_on, line_id);
  create index on bank_line (bank_account_id, amount_kobo, booked_on);
  create index on bank_line (merged_into) where merged_into is not null;
  create index on bank_line (bank_account_id, reversed_by) where reversed_by is not null;
  create index on bank_line (line_id) where coalesce(reversed_by, perhaps_reversed_by) is not null;

  -- The parts of lines that pay orders now.
  create table bank_allocation (
    line_id uuid not null,
    order_id text collate "C" not null,
    amount_kobo int8 not null,
    rule text not null,
    -- The command that matched in order to approve.
    approving text,
    allocated_at timestamptz not null,
    allocated_by text collate "C" not null,
    primary key (line_id, order_id)
  );
  create index on bank_allocation (order_id);

  -- The lines that ever paid an order.
  create table bank_line_order (
    order_id text collate "C" not null,
    line_id uuid not null,
    primary key (order_id, line_id)
  );

  create table bank_day (
    bank_account_id uuid not null,
    day date not null,
    -- Of its lines.
    status text collate "C" not null,
    lines int8 not null,
    amount_kobo int8 not null,
    allocated_kobo int8 not null,
    primary key (bank_account_id, day, status)
  );`

/** These indexes are created in one go after a rebuild, like the trigram index of the orders. */
export const bankLateIndexes = [
  `create index if not exists bank_line_trigrams on bank_line
     using gin (search public.gin_trgm_ops)`,
]
