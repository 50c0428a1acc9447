import type { AccountConflicts } from '@strand/contracts/money/account-conflict'
import type { BankAccount, BankCoverage } from '@strand/contracts/money/bank-account'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { newestConflicts, readConflicts } from './conflicts.ts'
import { type SpanSums, spanCheck } from './span-check.ts'

type Days = { from: string; to: string }

/** The first and the last day of a `daterange`. Its upper bound is the day after the last. */
const daysOf = (span: string) => `'from', lower(${span}), 'to', upper(${span}) - 1`

const sumOf = (amount: string, statuses: string) =>
  `coalesce(sum(${amount}) filter (where status in (${statuses})), 0)`

/**
 * For each span, the sums of its lines and the balances of the statements at its ends. The query
 * adds up daily sums, not single lines.
 */
const spans = `
  select coalesce(json_agg(json_build_object(${daysOf('span')}, 'sums', (
    select json_build_object(
      'matchedKobo', ${sumOf('allocated_kobo', "'matched', 'unmatched'")},
      'unmatchedKobo', ${sumOf('amount_kobo - allocated_kobo', "'matched', 'unmatched'")},
      'setAsideKobo', ${sumOf('amount_kobo', "'setaside'")},
      'debitKobo', ${sumOf('amount_kobo', "'debit'")},
      'waiting', ${sumOf('lines', "'probablysame'")})
    from read.bank_day sums
    where sums.bank_account_id = account.bank_account_id and span @> day
  ), 'openings', (
    select coalesce(json_agg(opening_kobo order by imported_at desc), '[]')
    from read.bank_statement statement
    where statement.bank_account_id = account.bank_account_id and taken_back_at is null
      and first_day = lower(span) and opening_kobo is not null
  ), 'closings', (
    select coalesce(json_agg(closing_kobo order by imported_at desc), '[]')
    from read.bank_statement statement
    where statement.bank_account_id = account.bank_account_id and taken_back_at is null
      and last_day = upper(span) - 1 and closing_kobo is not null
  )) order by span), '[]')
  from unnest(days) span`

const gaps = `
  select coalesce(json_agg(json_build_object(${daysOf('span')}) order by span), '[]')
  from unnest(datemultirange(range_merge(days)) - days) span`

type Coverage = Omit<BankCoverage, keyof AccountConflicts> &
  Pick<BankAccount, 'bankName' | 'accountNumber'>

/** The coverage of one account, or of all accounts in the order in which they were added. */
export const readCoverages = async (
  pool: Pool,
  bankAccountId: string | null,
): Promise<Coverage[]> => {
  const { rows } = await pool.query<{
    bankAccountId: string
    bankName: string
    accountNumber: string
    spans: (Days & SpanSums)[]
    gaps: Days[]
    newestLineOn: string | null
  }>(
    `select bank_account_id as "bankAccountId", bank_name as "bankName",
       account_number as "accountNumber", (${spans}) as spans, (${gaps}) as gaps,
       (select max(booked_on)::text from read.bank_line line
        where line.bank_account_id = account.bank_account_id
          and status <> 'withdrawn') as "newestLineOn"
     from read.bank_account account, lateral (
       select coalesce(range_agg(daterange(first_day, last_day, '[]')), '{}') as days
       from read.bank_statement statement
       where statement.bank_account_id = account.bank_account_id and taken_back_at is null
     ) covered
     where $1::text is null or bank_account_id::text = lower($1)
     order by added_at, bank_account_id`,
    [bankAccountId],
  )
  return rows.map((row) => ({
    ...row,
    spans: row.spans.map(({ from, to, ...sums }) => ({ from, to, ...spanCheck(sums) })),
  }))
}

/** Throws `Rejected('not-found')` for an unknown account. */
export const coverageOf = async (pool: Pool, bankAccountId: string): Promise<BankCoverage> => {
  const [found] = await readCoverages(pool, bankAccountId)
  if (!found) throw new Rejected('not-found', 'There is no bank account with this id')
  const conflicts = (await readConflicts(pool, found.bankAccountId)).get(found.bankAccountId) ?? []
  return { ...found, ...newestConflicts(conflicts) }
}
