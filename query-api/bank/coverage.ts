import type { BankCoverage } from '@strand/contracts/money/bank-account'
import { Rejected } from '@strand/platform/errors'
import type { Pool } from '@strand/platform/postgres/pool'

type Days = { from: string; to: string }

/** The spans of `days`, a multirange, as an array of inclusive first and last days. */
const spansOf = (days: string) => `
  coalesce((
    select json_agg(json_build_object('from', lower(span), 'to', upper(span) - 1) order by span)
    from unnest(${days}) span
  ), '[]')`

/** Throws `Rejected('not-found')` for an unknown account. */
export const coverageOf = async (pool: Pool, bankAccountId: string): Promise<BankCoverage> => {
  const { rows } = await pool.query<{
    bankAccountId: string
    spans: Days[]
    gaps: Days[]
    newestLineOn: string | null
  }>(
    `select bank_account_id as "bankAccountId", ${spansOf('days')} as spans,
       ${spansOf('datemultirange(range_merge(days)) - days')} as gaps,
       (select max(booked_on)::text from read.bank_line line
        where line.bank_account_id = account.bank_account_id) as "newestLineOn"
     from read.bank_account account, lateral (
       select coalesce(range_agg(daterange(first_day, last_day, '[]')), '{}') as days
       from read.bank_statement statement
       where statement.bank_account_id = account.bank_account_id
     ) covered
     where bank_account_id::text = lower($1)`,
    [bankAccountId],
  )
  const [found] = rows
  if (found) return found
  throw new Rejected('not-found', 'There is no bank account with this id')
}
