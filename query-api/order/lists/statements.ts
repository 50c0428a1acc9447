import { maxPageSize } from '@strand/contracts/list'
import { joinSql, type Parameter, raw, type Sql, sql } from '@strand/platform/postgres/sql'
import { dayPage, withinDays } from '../../day-page.ts'
import type { Conditions } from './filters.ts'
import { orderColumns } from './row.ts'

/**
 * Three plans:
 *
 * - A tab sorted by date, the usual case, costs the same for any page and any number of orders.
 * - A search finds its orders in the trigram index. If it finds too many, it scans the tab instead,
 *   where so many matches fill a page quickly.
 * - Any other query sorts or scans the tab.
 */

/**
 * The maximum number of orders that a search may find before it scans the tab instead. Finding an
 * order costs about a microsecond.
 */
export const maxHits = 5_000
/**
 * The maximum number of orders that are scanned to count matches, at several microseconds each. In
 * a longer tab, the total of a general search or a filter is a lower bound: the matches counted so
 * far.
 */
const maxScanned = 2_000

/** The parameters of every list's statement: the tab, the period, the page and the time. */
export type Tab = Record<
  'status' | 'dateFrom' | 'dateTo' | 'limit' | 'offset' | 'now',
  Parameter
> & {
  sort: { field: string; order: 'asc' | 'desc' }
  sortsDetails: boolean
  orderBy: string
}

/**
 * How many orders a statement reads for a page that needs `needed` of them. The number is a
 * constant in the statement, so a generic plan is good enough. The number has only two values,
 * which limits the number of plans.
 */
export const cutFrom = (needed: number) => (needed <= 10 ? 10 : maxPageSize)

/** @param wholeTab whether the list covers the whole tab rather than a period */
export const byDate = (
  { sort, status, now, dateFrom, dateTo, limit, offset }: Tab,
  { rows, wholeTab }: { rows: number; wholeTab: boolean },
) => sql`
  with ${dayPage({
    rows: 'read.order_state',
    time: 'created_at',
    id: 'order_id',
    days: 'read.order_day',
    ...(wholeTab && { months: 'read.order_month' }),
    where: sql`status = ${status}`,
    order: sort.order,
    maxRows: rows,
    dateFrom,
    dateTo,
    limit,
    offset,
  })} ${orderColumns(now)}`

/** The number of the tab's orders in the period, according to the projection's counts. */
const tabSize = ({ status, dateFrom, dateTo }: Tab) => sql`(
  select coalesce(sum(count), 0)::int8 from read.order_day
  where status = ${status} and day >= coalesce(${dateFrom}::date, '-infinity')
    and day <= coalesce(${dateTo}::date, 'infinity')
)`

/** Whether `state` is in the tab and in the period. */
const isInTab = ({ status, dateFrom, dateTo }: Tab) =>
  sql`state.status = ${status} and ${withinDays('state.created_at', dateFrom, dateTo)}`

const rank = ({ orderBy }: Tab) => sql`row_number() over (order by ${raw(orderBy)}) as rank`

const cutOf = ({ orderBy, limit, offset }: Tab) =>
  sql`order by ${raw(orderBy)} limit ${limit} offset ${offset}`

/**
 * Looks up related rows. `offset 0` keeps the planner from merging this subquery into the query.
 */
const lookUp = (name: 'candidate' | 'detail', table: string, conditions: Sql[]) => {
  const isOfOrder = raw(`${name}.order_id = state.order_id`)
  return sql`, lateral (
     select * from ${raw(`read.${table} ${name}`)}
     where ${joinSql([isOfOrder, ...conditions], ' and ')} offset 0
   ) ${raw(name)}`
}

const nothing = raw('')

const scan = (
  tab: Tab,
  { parts, filters }: Conditions,
  { only = raw('true'), withDetails = filters.length > 0 } = {},
) => sql`
   from read.order_state state
   ${parts.length > 0 ? lookUp('candidate', 'order_search', parts) : nothing}
   ${withDetails ? lookUp('detail', 'order_detail', filters) : nothing}
   where ${only} and ${isInTab(tab)}`

const counting = (rows: Sql) => sql`(select count(*) from (select ${rows}) counted_row)`

/** The number of rows up to the page's end; null for an empty page. */
const countToPageEnd = ({ offset }: Tab) =>
  sql`case when exists (select from page) then ${offset}::int8 + (select count(*) from page) end`

/**
 * A tab sorted by a field other than the date, or filtered by fields without an index. The total of
 * a filter is exact up to a limit, and a lower bound beyond it.
 */
export const sorted = (tab: Tab, conditions: Conditions) => {
  const isFiltered = conditions.filters.length > 0
  const rows = isFiltered
    ? scan(tab, conditions)
    : sql`from read.order_state state join read.order_detail detail using (order_id)
      where ${isInTab(tab)}`
  const total = isFiltered
    ? sql`greatest(
        ${counting(sql`${rows} limit ${raw(maxScanned)}`)},
        ${countToPageEnd(tab)}
      )`
    : tabSize(tab)
  return sql`
  with page as (
    select state.order_id, ${rank(tab)} ${rows} ${cutOf(tab)}
  ), counted as (
    select ${total} as total
  ) ${orderColumns(tab.now)}`
}

/** Finds orders through the index if at most `maxHits` match, and by scanning the tab otherwise. */
export const searched = (tab: Tab, conditions: Conditions) => {
  const { parts, filters } = conditions
  const withDetails = filters.length > 0 || tab.sortsDetails
  const only = sql`not (select holds from selective)`
  return sql`
  with hit as materialized (
    select order_id, status, created_at from read.order_search candidate
    where ${joinSql(parts, ' and ')} limit ${raw(maxHits + 1)}
  ), selective as materialized (
    select count(*) <= ${raw(maxHits)} as holds from hit
  ), matched as materialized (
    select state.* from hit state
    ${filters.length > 0 ? lookUp('detail', 'order_detail', filters) : nothing}
    where ${isInTab(tab)}
  ), page as (
    (select state.order_id, ${rank(tab)}
     from matched state
     ${tab.sortsDetails ? raw('join read.order_detail detail using (order_id)') : nothing}
     where (select holds from selective) ${cutOf(tab)})
    union all
    (select state.order_id, ${rank(tab)}
     ${scan(tab, conditions, { only, withDetails })}
     ${cutOf(tab)})
  ), counted as (
    select case
      when (select holds from selective) then (select count(*) from matched)
      when ${tabSize(tab)} <= ${raw(maxScanned)}
        then ${counting(scan(tab, conditions))}
      else greatest((select count(*) from matched), ${countToPageEnd(tab)})
    end as total
  ) ${orderColumns(tab.now)}`
}
