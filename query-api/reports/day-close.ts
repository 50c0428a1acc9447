import { addDays } from '@strand/contracts/days'
import type { MakeOne } from '@strand/contracts/reports/make/open-reports'
import type { AccountDay, DayCheckpoint, MonthClose } from '@strand/contracts/reports/overview'
import { isMissingTable } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { readCosignatures } from '@strand/log-proof/cosignature-tables'
import { readDays } from '@strand/log-proof/tables'
import { madeOrRejected } from './reports.ts'

type Days = { from: string; to: string }

/** The reports of one day, the same for all staff. */
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

/** The number of orders that `approvedWithoutMoney` finds in the search of all orders. */
export const countOrdersWithoutMoney = async (pool: Pool, date: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(distinct order_id)::int8 as count from read.report_fact
     where detail = 'approved without money' and business_day = $1`,
    [date],
  )
  return rows[0]?.count ?? 0
}

export const makeMonth = async (make: MakeOne, days: Days) => ({
  sales: madeOrRejected(await make('sales', { ...days, by: 'month' })).totals,
  money: madeOrRejected(await make('money', { ...days, by: 'month' })).totals,
})

/**
 * Statuses of lines that count as money. Lines of other statuses repeat a line or are withdrawn.
 */
const counted = `status in ('matched', 'unmatched', 'setaside', 'debit')`

/** The sum of the account's lines since a statement's first day, up to a limit. */
const linesSince = (limit: string) => `coalesce((
    select sum(amount_kobo) from read.bank_day earlier
    where earlier.bank_account_id = account.bank_account_id and ${counted}
      and earlier.day >= statement.first_day and earlier.day ${limit}
  ), 0)::int8`

/**
 * An account's balance at the end of a day (`lines` is `<=`) or before it (`<`). Several statements
 * may begin on one day, some in the middle of the day. So the statement counts whose opening
 * balance, with the lines since, gives a closing balance; without one, the statement that begins
 * last, or was imported last.
 */
const balanceAt = (day: string, lines: '<' | '<=') => `
  select statement.opening_kobo
    + ${linesSince(`${lines} ${day}`)} as kobo
  from read.bank_statement statement
  where statement.bank_account_id = account.bank_account_id and taken_back_at is null
    and statement.opening_kobo is not null and ${day} between first_day and last_day
  order by exists (
    select from read.bank_statement ending
    where ending.bank_account_id = account.bank_account_id and ending.taken_back_at is null
      and ${day} between ending.first_day and ending.last_day
      and ending.closing_kobo = statement.opening_kobo
        + ${linesSince('<= ending.last_day')}
  ) desc, first_day desc, imported_at desc limit 1`

/**
 * Each account's movements and balances for these days. A balance is the opening balance of a
 * statement that covers the first or the last day, plus the lines since; the balance is null
 * without such a statement.
 */
export const readAccounts = async (pool: Pool, { from, to }: Days): Promise<AccountDay[]> => {
  const { rows } = await pool.query<AccountDay>(
    `select account.bank_account_id as "bankAccountId", bank_name as "bankName",
       account_number as "accountNumber", day."creditKobo", day."debitKobo", day."unmatchedKobo",
       opening.kobo as "openingKobo", closing.kobo as "closingKobo"
     from read.bank_account account
     cross join lateral (
       select
         coalesce(sum(amount_kobo) filter (where status <> 'debit' and ${counted}), 0)::int8
           as "creditKobo",
         coalesce(sum(amount_kobo) filter (where status = 'debit'), 0)::int8 as "debitKobo",
         coalesce(sum(amount_kobo - allocated_kobo)
           filter (where status in ('matched', 'unmatched')), 0)::int8 as "unmatchedKobo"
       from read.bank_day where bank_account_id = account.bank_account_id and day between $1 and $2
     ) day
     left join lateral (${balanceAt('$1::date', '<')}) opening on true
     left join lateral (${balanceAt('$2::date', '<=')}) closing on true
     order by account.added_at, account.bank_account_id`,
    [from, to],
  )
  return rows
}

const inDays = (time: string) => `(${time} at time zone 'Africa/Lagos')::date between $1 and $2`

/**
 * The money that went back to customers and to the bank, in kobo. A repayment counts on the day of
 * its debit. A debit that may concern any of several lines counts only for the orders for which
 * staff have confirmed it.
 */
export const readOwed = async (pool: Pool, { from, to }: Days) => {
  const { rows } = await pool.query<MonthClose['owed'] & { takenBackKobo: number }>(
    `select
       (select coalesce(sum(amount_kobo), 0)::int8 from read.order_owed
         where not withdrawn and ${inDays('owed_at')}) as "owedKobo",
       (select coalesce(sum(part.amount_kobo), 0)::int8
         from read.order_paid_back part
         left join read.bank_line debit on debit.line_id = part.debit_line_id
         where coalesce(debit.booked_on, (paid_back_at at time zone 'Africa/Lagos')::date)
           between $1 and $2) as "paidBackKobo",
       (select coalesce(sum(amount_kobo - paid_back_kobo), 0)::int8 from read.order_owed
         where not withdrawn and paid_back_kobo < amount_kobo) as "openKobo",
       (select coalesce(sum(amount_kobo), 0)::int8 from read.order_taken_back
         where taken_back_on between $1 and $2
           and case when outcome is null then is_certain else outcome not in ('mistaken', 'paid-back') end
       ) as "takenBackKobo"`,
    [from, to],
  )
  const { takenBackKobo = 0, owedKobo = 0, paidBackKobo = 0, openKobo = 0 } = rows[0] ?? {}
  return { owed: { owedKobo, paidBackKobo, openKobo }, takenBackKobo }
}

/**
 * The checkpoint of a day or, without one, the latest earlier checkpoint; null if there is none.
 */
export const readDayCheckpoint = async (
  pool: Pool,
  date: string,
): Promise<DayCheckpoint | null> => {
  try {
    const [found] = await readDays(pool, { before: addDays(date, 1), limit: 1 })
    if (!found) return null
    const { day, size, note, signedAt } = found
    const cosignatures = await readCosignatures(pool, [size])
    // The note has one value per line.
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
