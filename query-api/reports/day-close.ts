import { addDays } from '@strand/contracts/reports/make/days'
import type { MakeOne } from '@strand/contracts/reports/make/open-reports'
import type { AccountDay, DayCheckpoint } from '@strand/contracts/reports/overview'
import { isMissingTable } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { readCosignatures } from '@strand/log-proof/cosignature-tables'
import { readDays } from '@strand/log-proof/tables'
import { madeOrRejected } from './reports.ts'

/** What the reports say of one day, for all people together. */
export const makeDay = async (make: MakeOne, date: string) => {
  const day = { from: date, to: date, by: 'day' as const }
  const two = { ...day, from: addDays(date, -1) }
  const pipeline = madeOrRejected(await make('pipeline', day))
  const both = madeOrRejected(await make('pipeline', two))
  return {
    sales: madeOrRejected(await make('sales', day)).totals,
    pipeline: pipeline.totals,
    pendingBefore: both.rows[0]?.pending ?? 0,
    approvals: madeOrRejected(await make('staff', { ...day, by: null })).totals,
    money: madeOrRejected(await make('money', day)).totals,
  }
}

/** Lines that stand for money of their own. */
const counted = `status in ('matched', 'unmatched', 'setaside', 'debit')`

/**
 * The accounts on a day. A balance needs a statement that has the day and says what it began with;
 * lines between add up to the rest.
 */
export const readAccounts = async (pool: Pool, date: string): Promise<AccountDay[]> => {
  const { rows } = await pool.query<AccountDay>(
    `select account.bank_account_id as "bankAccountId", bank_name as "bankName",
       account_number as "accountNumber", day."creditKobo", day."debitKobo", day."unmatchedKobo",
       opening.kobo as "openingKobo",
       opening.kobo + day."creditKobo" + day."debitKobo" as "closingKobo"
     from read.bank_account account
     cross join lateral (
       select
         coalesce(sum(amount_kobo) filter (where status <> 'debit' and ${counted}), 0)::int8
           as "creditKobo",
         coalesce(sum(amount_kobo) filter (where status = 'debit'), 0)::int8 as "debitKobo",
         coalesce(sum(amount_kobo - allocated_kobo)
           filter (where status in ('matched', 'unmatched')), 0)::int8 as "unmatchedKobo"
       from read.bank_day where bank_account_id = account.bank_account_id and day = $1
     ) day
     left join lateral (
       select statement.opening_kobo + coalesce((
         select sum(amount_kobo) from read.bank_day earlier
         where earlier.bank_account_id = account.bank_account_id and ${counted}
           and earlier.day >= statement.first_day and earlier.day < $1
       ), 0)::int8 as kobo
       from read.bank_statement statement
       where statement.bank_account_id = account.bank_account_id and taken_back_at is null
         and statement.opening_kobo is not null and $1 between first_day and last_day
       order by first_day desc, imported_at desc limit 1
     ) opening on true
     order by account.added_at, account.bank_account_id`,
    [date],
  )
  return rows
}

/** The checkpoint of a day, or the last one before it; null if there is none. */
export const readDayCheckpoint = async (
  pool: Pool,
  date: string,
): Promise<DayCheckpoint | null> => {
  try {
    const [found] = await readDays(pool, { before: addDays(date, 1), limit: 1 })
    if (!found) return null
    const { day, size, note, signedAt } = found
    const cosignatures = await readCosignatures(pool, [size])
    // A line each.
    const [origin = '', , root = ''] = note.split('\n')
    return {
      day,
      size,
      root,
      signedAt: signedAt.toISOString(),
      signers: [origin, ...cosignatures.map(({ witness }) => witness)],
    }
  } catch (error) {
    if (isMissingTable(error)) return null
    throw error
  }
}
