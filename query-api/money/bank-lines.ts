import { fold } from '@strand/contracts/folding'
import {
  type BankLine,
  BankLineQuery,
  type bankLineSortFields,
} from '@strand/contracts/money/bank-line'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { isUuid } from '@strand/event-sourcing/uuid'
import { joinSql, parameter, raw, type Sql, sql, statementOf } from '@strand/platform/postgres/sql'
import type { Cells } from '../export-rows.ts'
import { likePattern, orderByClause } from '../page.ts'
import { parametersOf, type ViewRows } from '../view-rows.ts'
import { bankLineColumns } from './line-columns.ts'

const sortFields: Record<(typeof bankLineSortFields)[number], string> = {
  bookedOn: 'booked_on',
  amountKobo: 'amount_kobo',
  payer: 'lower(payer)',
  narration: 'lower(narration)',
}
const orderOf = (query: BankLineQuery) =>
  orderByClause(query, sortFields, { field: 'bookedOn', order: 'desc' }, 'line_id')

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
  if (account)
    where.push(isUuid(account) ? sql`bank_account_id = ${parameter(account)}::uuid` : sql`false`)
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

const matchingOf = (query: BankLineQuery): Sql =>
  joinSql(
    [
      filtersOf(query, sql`booked_on`),
      ...wordsOf(query.search).map((word) => sql`search like ${parameter(likePattern(word))}`),
    ],
    ' and ',
  )

/**
 * A page of lines, newest first by default, without merged lines and lines of undone imports.
 * Without a search, the total comes from the daily sums. A search stops counting at 10,000 lines,
 * or one line after the page if that is later.
 */
export const bankLinePage = async (
  pool: Pool,
  query: BankLineQuery,
): Promise<{ rows: BankLine[]; total: number }> => {
  const order = orderOf(query)
  const { page, results } = query
  const offset = (page - 1) * results
  const matching = matchingOf(query)
  const total =
    wordsOf(query.search).length === 0
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

const naira = (kobo: string) => `coalesce((${kobo} / 100.0)::numeric(20, 2)::text, '')`
const ofAllocations = (expression: string) =>
  `(select ${expression} from read.bank_allocation part where part.line_id = line.line_id)`

/** Amounts of debits are negative. */
const cells: Cells = [
  ['date', 'Date', 'line.booked_on'],
  ['account', 'Bank Account', `concat_ws(' ', account.bank_name, account.account_number)`],
  ['payer', 'Payer', 'line.payer'],
  ['narration', 'Narration', 'line.narration'],
  ['reference', 'Reference', 'line.reference'],
  ['amount', 'Amount (Naira)', naira('line.amount_kobo')],
  ['balance', 'Balance (Naira)', naira('line.balance_kobo')],
  [
    'status',
    'Status',
    `case line.status when 'setaside' then 'set aside'
       when 'probablysame' then 'probably the same' else line.status end`,
  ],
  [
    'setaside',
    'Set Aside As',
    `concat_ws(': ', line.set_aside_kind, nullif(line.set_aside_note, ''))`,
  ],
  [
    'takenback',
    'Taken Back By The Bank',
    `case when line.reversed_by is not null then 'yes'
       when line.perhaps_reversed_by is not null then 'perhaps' else '' end`,
  ],
  [
    'orders',
    'Orders',
    ofAllocations(`coalesce(string_agg(part.order_id, ' ' order by allocated_at, order_id), '')`),
  ],
  [
    'matched',
    'Matched With Orders (Naira)',
    naira(ofAllocations('coalesce(sum(part.amount_kobo), 0)')),
  ],
]

/** All lines that the query matches, whatever its page, in the list's order: for a spreadsheet. */
export const bankLineExport = (query: BankLineQuery): { cells: Cells; rows: Sql } => ({
  cells,
  rows: sql`
    from read.bank_line line left join read.bank_account account using (bank_account_id)
    where ${matchingOf(query)} order by ${raw(orderOf(query))}`,
})

export const bankLineViewRows: ViewRows = (view) =>
  bankLineExport(BankLineQuery.parse(parametersOf(view)))
