import { fold } from '@strand/contracts/folding'
import type { BankLine, BankLineQuery } from '@strand/contracts/money/bank-line'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { isUuid } from '@strand/event-sourcing/uuid'
import { joinSql, parameter, raw, type Sql, sql, statementOf } from '@strand/platform/postgres/sql'
import { likePattern, orderByClause } from '../page.ts'
import { bankLineColumns } from './line-columns.ts'

const sortFields = {
  bookedOn: 'booked_on',
  amountKobo: 'amount_kobo',
  payer: 'lower(payer)',
  narration: 'lower(narration)',
}

/** A search stops counting after this many lines, or one line after the page if that is later. */
const maxCounted = 10_000

/**
 * Conditions on lines or on their daily sums; `day` is the day column of the lines or of the sums.
 */
const filtersOf = (query: BankLineQuery, day: Sql): Sql => {
  const { status, bankAccountId: account, dateFrom, dateTo } = query
  const where = [
    status ? sql`status = ${parameter(status)}` : sql`status not in ('merged', 'withdrawn')`,
  ]
  if (account) where.push(sql`bank_account_id = ${parameter(account)}::uuid`)
  if (dateFrom) where.push(sql`${day} >= ${parameter(dateFrom)}::date`)
  if (dateTo) where.push(sql`${day} <= ${parameter(dateTo)}::date`)
  return joinSql(where, ' and ')
}

const maxWords = 6

/**
 * All the words must be in a line, in any order, because a bank may write the family name first.
 */
const wordsOf = (typed: string): string[] =>
  fold(typed.replaceAll(/(?<=\d),(?=\d)/g, ''))
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, maxWords)

/**
 * A page of lines, newest first by default, without merged lines and lines of undone imports.
 * Without a search, the total comes from the daily sums. A search stops counting at 10,000 lines,
 * or one line after the page if that is later.
 */
export const bankLinePage = async (
  pool: Pool,
  query: BankLineQuery,
): Promise<{ rows: BankLine[]; total: number }> => {
  const order = orderByClause(query, sortFields, { field: 'bookedOn', order: 'desc' }, 'line_id')
  if (query.bankAccountId !== '' && !isUuid(query.bankAccountId)) return { rows: [], total: 0 }
  const { page, results } = query
  const offset = (page - 1) * results
  const ofLines = filtersOf(query, sql`booked_on`)
  const words = wordsOf(query.search).map(
    (word) => sql`search like ${parameter(likePattern(word))}`,
  )
  const matching = joinSql([ofLines, ...words], ' and ')
  const total =
    words.length === 0
      ? sql`select coalesce(sum(lines), 0)::int8 from read.bank_day
          where ${filtersOf(query, sql`day`)}`
      : sql`select count(*) from (
          select from read.bank_line where ${matching}
          limit ${parameter(Math.max(maxCounted, offset + results + 1))}) found`
  const { text, values } = statementOf(sql`
    select (${total}) as list_total, page.*
    from (select) one left join lateral (
      select true as list_row, ${raw(bankLineColumns)}
      from (
        select * from read.bank_line where ${matching} order by ${raw(order)}
        limit ${parameter(results)} offset ${parameter(offset)}
      ) line
      order by ${raw(order)}
    ) page on true`)
  const { rows } = await pool.query<BankLine & { list_total: number; list_row: true | null }>(
    text,
    values,
  )
  const lines = rows.filter(({ list_row }) => list_row)
  return { rows: lines, total: rows[0]?.list_total ?? 0 }
}
